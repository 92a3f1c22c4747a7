import Cpulse

public struct SampleFormat: Equatable, Sendable {
  public enum Encoding: Sendable {
    case float32, int16

    var byteCount: Int { self == .float32 ? 4 : 2 }
  }

  public var channelCount: Int
  public var encoding: Encoding
  public var rate: Int

  public init(_ encoding: Encoding, rate: Int, channelCount: Int) {
    self.channelCount = channelCount
    self.encoding = encoding
    self.rate = rate
  }

  public var bytesPerFrame: Int { encoding.byteCount * channelCount }

  var specification: pa_sample_spec {
    pa_sample_spec(
      format: encoding == .float32 ? PA_SAMPLE_FLOAT32LE : PA_SAMPLE_S16LE,
      rate: UInt32(clamping: rate),
      channels: UInt8(clamping: channelCount))
  }

  func byteCount(milliseconds: Int) -> UInt32 {
    UInt32(clamping: rate * milliseconds / 1000 * bytesPerFrame)
  }
}
