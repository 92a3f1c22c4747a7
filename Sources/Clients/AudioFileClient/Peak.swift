/// One column of a waveform: the range and the loudness of a stretch of audio, all channels mixed.
public struct Peak: Codable, Equatable, Sendable {
  /// The highest sample. Full scale is 1.
  public var max: Float
  /// The lowest sample. Full scale is −1.
  public var min: Float
  /// The root of the mean of the squared samples: 0 for silence.
  public var rms: Float

  /// Creates a value from its properties.
  public init(max: Float, min: Float, rms: Float) {
    self.max = max
    self.min = min
    self.rms = rms
  }
}
