/// Audio decoded for playback, at its file's rate, with more than two channels mixed to one.
public struct DecodedAudio: Sendable {
  public var channelCount: Int
  /// Interleaved samples from -1 to 1, decoded on demand. Can be iterated only once.
  public var chunks: AsyncThrowingStream<[Float], any Error>
  public var sampleRate: Int

  public init(
    channelCount: Int, chunks: AsyncThrowingStream<[Float], any Error>, sampleRate: Int
  ) {
    self.channelCount = channelCount
    self.chunks = chunks
    self.sampleRate = sampleRate
  }
}
