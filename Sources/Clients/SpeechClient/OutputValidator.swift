package import SharedModels

/// Limits an engine's output to what is possible: times in order, and text that fits the audio.
package struct OutputValidator: Sendable {
  /// Three times the rate of the fastest speakers.
  private static let wordsPerSecond = 30
  private static let wordsInNoTime = 1000
  private static let bytesPerWord = 32

  private var byteCount = 0
  private let end: Duration?
  private var last: Duration
  private var wordCount = 0

  package init(from start: Duration, until end: Duration? = nil) {
    last = start
    self.end = end
  }

  package func clamped(_ segment: Segment, received: Duration?) -> Segment {
    var copy = self
    return copy.clamp(segment, received: received)
  }

  /// `received` is the time up to which the engine has received audio. Throws for too much text.
  package mutating func validate(_ segment: Segment, received: Duration?) throws -> Segment {
    byteCount += max(
      segment.text.utf8.count, segment.words.reduce(0) { $0 + $1.text.utf8.count })
    wordCount += max(1, segment.words.count)
    let seconds = max(received ?? .zero, end ?? .zero) / .seconds(1)
    let limit = Self.wordsInNoTime + Int(min(seconds, 1e9)) * Self.wordsPerSecond
    guard wordCount <= limit, byteCount <= limit * Self.bytesPerWord
    else {
      throw SpeechClient.Failure.engine(
        message:
          """
          the speech engine returned more text than fits in \(Int(seconds).counted("second")) of speech
          """,
        hint: "its text so far is unreliable; check the engine, or use another one")
    }
    return clamp(segment, received: received)
  }

  private mutating func clamp(_ segment: Segment, received: Duration?) -> Segment {
    let limit = received.map { max($0, end ?? $0) } ?? end
    var segment = segment
    for index in segment.words.indices {
      segment.words[index].start = next(segment.words[index].start, limit)
      segment.words[index].end = next(segment.words[index].end, limit)
    }
    segment.start = segment.words.first?.start ?? next(segment.start, limit)
    segment.end = segment.words.isEmpty ? next(segment.end, limit) : last
    return segment
  }

  private mutating func next(_ time: Duration, _ limit: Duration?) -> Duration {
    last = max(last, limit.map { min(time, $0) } ?? time)
    return last
  }
}
