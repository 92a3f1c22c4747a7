import URLRouting

/// How finely a memo's waveform is wanted.
public struct PeaksRequest: Equatable, Sendable {
  /// How many columns of equal length.
  public var count: Int

  /// How many columns there can be.
  public static let counts = 1...20_000

  public init(count: Int = 1_000) {
    self.count = count
  }

  static let parser = Query(Self()) { Field("count", \.count) }
}

/// A memo's waveform in columns of equal length, all channels mixed. Full scale is 127: a byte would
/// do, and a screen shows no more.
public struct PeaksValue: Codable, Equatable, Sendable {
  /// The length of the sound, in seconds.
  public var duration: Double
  /// The highest sample of each column.
  public var max: [Int]
  /// The lowest sample of each column.
  public var min: [Int]
  /// How loud each column is: the root of the mean of its squared samples.
  public var rms: [Int]

  public init(duration: Double, max: [Int], min: [Int], rms: [Int]) {
    self.duration = duration
    self.max = max
    self.min = min
    self.rms = rms
  }
}
