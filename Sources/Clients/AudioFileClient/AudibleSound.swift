/// Audio decoded to be heard, with the rate of its file and one channel or two.
public struct AudibleSound: Sendable {
  /// 1 or 2: more are mixed to one.
  public var channelCount: Int
  /// Interleaved samples from -1 to 1, some tenths of a second each, decoded as they are asked
  /// for. To be iterated once.
  public var chunks: AsyncThrowingStream<[Float], any Error>
  /// Frames per second, in hertz.
  public var sampleRate: Int

  /// Creates a value from its properties.
  public init(
    channelCount: Int, chunks: AsyncThrowingStream<[Float], any Error>, sampleRate: Int
  ) {
    self.channelCount = channelCount
    self.chunks = chunks
    self.sampleRate = sampleRate
  }
}
