import SharedModels

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
  /// Sound that comes once, as from a microphone. What a lost engine has taken is lost with it, but
  /// for live text, which keeps the sound that nothing was settled of, up to a minute.
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

  /// The samples from a time on, the very ones that come there when all are read from the start.
  ///
  /// A file that is opened in its middle may give others: what resamples or decodes it there knows
  /// nothing of what came before.
  public func sameSamples(from start: Duration) -> Samples {
    switch self {
    case .recording(let samples) where start > .zero:
      Later(base: samples(.zero), count: Self.sampleCount(in: start))
    case .recording, .samples:
      samples(from: start)
    }
  }

  /// The rate of the samples, in hertz.
  public static let sampleRate = 16000

  /// Returns the number of samples in a length of time, which is clamped to 0...2^32 seconds:
  /// engines, servers and stored checkpoints can give any.
  package static func sampleCount(in time: Duration) -> Int {
    let time = min(max(time, .zero), .seconds(1 << 32))
    return Int(time.wholeMilliseconds) * sampleRate / 1000
  }
}

/// Samples without the first ones.
private struct Later: AsyncSequence, Sendable {
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
