import SharedModels

/// Mono samples at 16 kHz from -1 to 1. A lazy sequence is read at most a minute ahead.
public enum SpeechAudio: Sendable {
  public typealias Samples = any AsyncSequence<[Float], any Error> & Sendable

  case recording(@Sendable (_ start: Duration) -> Samples)
  /// Audio that can be read once. Only live text survives the loss of an engine that took some.
  case samples(Samples)

  public static func samples(_ sequence: some AsyncSequence<[Float], Never> & Sendable) -> Self {
    .samples(Infallible(base: sequence))
  }

  public func samples(from start: Duration) -> Samples {
    switch self {
    case .recording(let samples): samples(start)
    case .samples(let samples): samples
    }
  }

  /// The samples as read from the beginning: resamplers and decoders depend on earlier data.
  public func exactSamples(from start: Duration) -> Samples {
    switch self {
    case .recording(let samples) where start > .zero:
      DroppingFirstSamples(base: samples(.zero), count: Self.sampleCount(in: start))
    case .recording, .samples:
      samples(from: start)
    }
  }

  public static let sampleRate = 16000

  /// Clamps to 0...2^32 seconds: engines, servers and stored checkpoints can give any time.
  package static func sampleCount(in time: Duration) -> Int {
    let time = min(max(time, .zero), .seconds(1 << 32))
    return Int(time.wholeMilliseconds) * sampleRate / 1000
  }
}

private struct DroppingFirstSamples: AsyncSequence, Sendable {
  let base: SpeechAudio.Samples
  let count: Int

  func makeAsyncIterator() -> Iterator {
    Iterator(base: iterator(of: base), count: count)
  }

  private func iterator(
    of base: some AsyncSequence<[Float], any Error>
  ) -> any AsyncIteratorProtocol<[Float], any Error> {
    base.makeAsyncIterator()
  }

  struct Iterator: AsyncIteratorProtocol {
    var base: any AsyncIteratorProtocol<[Float], any Error>
    var count: Int

    mutating func next() async throws -> [Float]? {
      try await next(isolation: nil)
    }

    mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(any Error) -> [Float]? {
      while let piece = try await base.next(isolation: actor) {
        guard count < piece.count
        else {
          count -= piece.count
          continue
        }
        defer { count = 0 }
        return count == 0 ? piece : Array(piece.dropFirst(count))
      }
      return nil
    }
  }
}

private struct Infallible<Base: AsyncSequence & Sendable>: AsyncSequence, Sendable
where Base.Failure == Never {
  typealias Failure = any Error

  let base: Base

  func makeAsyncIterator() -> Iterator {
    Iterator(base: base.makeAsyncIterator())
  }

  struct Iterator: AsyncIteratorProtocol {
    var base: Base.AsyncIterator

    mutating func next() async throws -> Base.Element? {
      await base.next(isolation: nil)
    }

    mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(any Error) -> Base.Element? {
      await base.next(isolation: actor)
    }
  }
}
