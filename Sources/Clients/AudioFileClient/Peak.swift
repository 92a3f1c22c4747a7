/// One column of a waveform, all channels mixed. Full scale is −1 to 1.
public struct Peak: Codable, Equatable, Sendable {
  public var max: Float
  public var min: Float
  public var rms: Float

  public init(max: Float, min: Float, rms: Float) {
    self.max = max
    self.min = min
    self.rms = rms
  }
}
