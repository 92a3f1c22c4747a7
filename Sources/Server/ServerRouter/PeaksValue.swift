/// A waveform in columns of equal length, all channels mixed. Full scale is 127.
public struct PeaksValue: Codable, Equatable, Sendable {
  public var duration: Double
  public var max: [Int]
  public var min: [Int]
  public var rms: [Int]

  public static let counts = 1...20_000

  public init(duration: Double, max: [Int], min: [Int], rms: [Int]) {
    self.duration = duration
    self.max = max
    self.min = min
    self.rms = rms
  }
}
