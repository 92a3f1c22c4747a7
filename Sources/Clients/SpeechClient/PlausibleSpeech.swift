package import SharedModels

/// Holds what an engine says about a sound to what can be true of it: times do not go back and do
/// not go beyond the sound, and nobody has said more than can be said in it.
package struct PlausibleSpeech: Sendable {
  /// Thrice what the fastest speakers reach.
  private static let wordsPerSecond = 30
  /// For the shortest of sounds.
  private static let wordsInNoTime = 1000
  /// On average, in any language's script.
  private static let bytesPerWord = 32

  private var byteCount = 0
  private let end: Duration?
  private var last: Duration
  private var wordCount = 0

  /// - Parameters:
  ///   - start: Where the sound begins.
  ///   - end: Where the recording ends, if that is known.
  package init(from start: Duration, until end: Duration? = nil) {
    last = start
    self.end = end
  }

  /// The segment with its times put in order after those of the segments before it.
  ///
  /// - Parameter heard: The time up to which the engine has had the sound; `nil` for none.
  package func ordered(_ segment: Segment, heard: Duration?) -> Segment {
    var copy = self
    return copy.order(segment, heard: heard)
  }

  /// The same for a segment that is final: those that follow come after it.
  ///
  /// - Throws: ``SpeechClient/Failure`` for more than can be said.
  package mutating func take(_ segment: Segment, heard: Duration?) throws -> Segment {
    byteCount += max(
      segment.text.utf8.count, segment.words.reduce(0) { $0 + $1.text.utf8.count })
    wordCount += max(1, segment.words.count)
    let seconds = max(heard ?? .zero, end ?? .zero) / .seconds(1)
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
    return order(segment, heard: heard)
  }

  private mutating func order(_ segment: Segment, heard: Duration?) -> Segment {
    // An engine that has had no sound says what it says for other reasons.
    let limit = heard.map { max($0, end ?? $0) } ?? end
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
