/// Mono float samples at 16 kHz in non-empty chunks of a few seconds. Full scale is −1 to 1, which
/// float files can exceed. Each iteration decodes from the start, one chunk at a time. It throws
/// ``AudioFileError``, or `CancellationError` so that canceled audio isn't taken for a short file.
public struct AudioSamples: AsyncSequence, Sendable {
  public typealias Element = [Float]
  public typealias Failure = any Error

  public static let sampleRate = 16_000

  private let start: @Sendable () -> () async throws -> [Float]?

  public init(_ start: @escaping @Sendable () -> () async throws -> [Float]?) {
    self.start = start
  }

  public init(chunks: [[Float]]) {
    self.init {
      var remaining = chunks[...]
      return { remaining.popFirst() }
    }
  }

  public func makeAsyncIterator() -> Iterator { Iterator(produce: start()) }

  public struct Iterator: AsyncIteratorProtocol {
    private var produce: (() async throws -> [Float]?)?

    fileprivate init(produce: @escaping () async throws -> [Float]?) { self.produce = produce }

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
  public func collect() async throws -> [Float] {
    var samples: [Float] = []
    for try await chunk in self { samples += chunk }
    return samples
  }
}
