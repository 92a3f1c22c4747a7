/// The sound to recognize: samples at 16 kHz, one channel, from -1 to 1, in pieces of any size.
///
/// Pieces are asked for as the engine needs them, so a sequence that is made on demand is never
/// ahead by more than a minute.
public enum SpeechAudio: Sendable {
  /// Pieces of sound, in order.
  public typealias Samples = any AsyncSequence<[Float], any Error> & Sendable

  /// Sound that can be read again. Given a time from its start, the closure returns the samples
  /// from there on. When an engine is lost, recognition goes on with a new one.
  case recording(@Sendable (_ start: Duration) -> Samples)
  /// Sound that comes once, as from a microphone. What a lost engine has taken is lost with it.
  case samples(Samples)

  /// Samples from a sequence that does not throw.
  public static func samples(_ sequence: some AsyncSequence<[Float], Never> & Sendable) -> Self {
    .samples(Infallible(base: sequence))
  }

  /// The samples from a time on. Sound that comes once is taken to begin there.
  public func samples(from start: Duration) -> Samples {
    switch self {
    case .recording(let samples): samples(start)
    case .samples(let samples): samples
    }
  }

  /// The rate of the samples, in hertz.
  public static let sampleRate = 16000
}

/// A sequence that does not throw, as one that may.
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
