/// Audio decoded for speech recognition: chunks of samples at 16 kHz, one channel, as floats in
/// which full scale is −1…1.
///
/// The sequence is cold and pulled. Nothing is opened until the first chunk is asked for, each
/// `makeAsyncIterator()` decodes from the start again, and no chunk is decoded before the one
/// before it was taken: memory stays that of one chunk however long the recording, and a slow
/// consumer slows the decoding. Chunks hold a few seconds each and are never empty.
///
/// Iteration throws ``AudioFileError``, and `CancellationError` in a cancelled task, so that a
/// cancelled decoding can not be taken for a short recording.
public struct AudioSamples: AsyncSequence, Sendable {
  /// A chunk of samples.
  public typealias Element = [Float]
  /// ``AudioFileError`` or `CancellationError`.
  public typealias Failure = any Error

  /// Samples per second of all decoded audio.
  public static let sampleRate = 16_000

  private let start: @Sendable () -> () async throws -> [Float]?

  /// A sequence that calls `start` for each iteration, and the closure it returned for each chunk
  /// until that returns `nil`.
  public init(_ start: @escaping @Sendable () -> () async throws -> [Float]?) {
    self.start = start
  }

  /// A sequence of chunks that are there already.
  public init(chunks: [[Float]]) {
    self.init {
      var remaining = chunks[...]
      return { remaining.popFirst() }
    }
  }

  /// Begins to decode from the start.
  public func makeAsyncIterator() -> Iterator { Iterator(produce: start()) }

  /// One decoding.
  public struct Iterator: AsyncIteratorProtocol {
    private var produce: (() async throws -> [Float]?)?

    fileprivate init(produce: @escaping () async throws -> [Float]?) { self.produce = produce }

    /// The next chunk; `nil` after the last.
    public mutating func next() async throws -> [Float]? {
      guard let produce
      else { return nil }
      do {
        try Task.checkCancellation()
        while let chunk = try await produce() {
          if !chunk.isEmpty { return chunk }
        }
        self.produce = nil
        return nil
      } catch {
        self.produce = nil
        throw error
      }
    }
  }
}

extension AudioSamples {
  /// All the samples at once: for short recordings and tests, since nothing bounds its memory.
  public func collect() async throws -> [Float] {
    var samples: [Float] = []
    for try await chunk in self { samples += chunk }
    return samples
  }
}
