public import Foundation

/// The sound to recognize.
public enum SpeechAudio: Sendable {
  /// A file that the engine decodes by itself: whatever FFmpeg reads, videos included.
  case file(URL)
  /// Samples at 16 kHz, one channel, from -1 to 1, in pieces of any size. They are asked for as
  /// the engine needs them, so a sequence made on demand is never ahead by more than a minute.
  case samples(any AsyncSequence<[Float], any Error> & Sendable)

  /// Samples at 16 kHz, one channel, from -1 to 1, from a sequence that may or may not fail.
  public static func samples(_ sequence: some AsyncSequence<[Float], Never> & Sendable) -> Self {
    .samples(Infallible(base: sequence))
  }

  /// The rate of ``samples(_:)``, in hertz.
  public static let sampleRate = 16000
}

/// A sequence that does not fail, as one that may.
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
