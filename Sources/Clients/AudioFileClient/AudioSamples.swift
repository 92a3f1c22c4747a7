/// Mono samples at 16 kHz in chunks of a few seconds. Float files can exceed ±1. Each iteration
/// decodes from the start. Throws ``AudioFileError``, or `CancellationError` if canceled.
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
