import Foundation
import SharedModels
import SpeechClient

/// A message from the engine. Documentation/SpeechEngineProtocol.md is the contract; what it does
/// not name is passed over, so that newer engines may say more.
struct EngineEvent: Decodable, Sendable {
  var event: String
  var id: String?

  // ready
  var `protocol`: Int?
  var engine: String?
  var version: String?
  var models: [Model]?

  // started, language, progress, want
  var model: String?
  var language: String?
  var probability: Double?
  var done: Double?
  var total: Double?
  var seconds: Double?

  // segment, partial
  var text: String?
  var start: Double?
  var end: Double?
  var words: [Word]?
  var settled: Int?

  // done, error
  var wall: Double?
  var cpu: Double?
  var peak_memory: Int64?
  var others: [Model]?
  var code: String?
  var message: String?
  var hint: String?

  struct Model: Decodable, Sendable {
    var name: String
    var folder: String?
  }

  struct Word: Decodable, Sendable {
    var text: String
    var start: Double
    var end: Double
    var probability: Double?
  }

  /// Whether it is the last that is said about a request.
  var isLast: Bool { ["canceled", "done", "error"].contains(event) }
}

extension SpeechClient.Failure {
  /// An engine's `error`.
  init(_ event: EngineEvent) {
    let code = event.code ?? ""
    let message = event.message ?? "the speech engine reports an error without saying which"
    if code.hasPrefix("audio-") {
      self = .audio(message: message, hint: event.hint)
    } else if code.hasPrefix("weights-") {
      self = .weights(message: message, hint: event.hint)
    } else if code == "bad-request" || code == "language-unsupported" {
      self = .request(message: message, hint: event.hint)
    } else {
      self = .engine(message: message, hint: event.hint)
    }
  }
}

/// Times of a recording as they come from an engine, kept from going back whatever it says.
struct TimeLine {
  private var last: Duration

  init(from start: Duration) {
    last = start
  }

  mutating func segment(_ event: EngineEvent) -> Segment {
    let words = (event.words ?? []).map { word in
      let start = max(Duration(secondsToMillisecond: word.start) ?? last, last)
      last = max(Duration(secondsToMillisecond: word.end) ?? start, start)
      return Word(
        text: word.text, start: start, end: last,
        confidence: min(max(word.probability ?? 1, 0), 1))
    }
    guard let first = words.first
    else {
      let start = max(event.start.flatMap { Duration(secondsToMillisecond: $0) } ?? last, last)
      last = max(event.end.flatMap { Duration(secondsToMillisecond: $0) } ?? start, start)
      return Segment(start: start, end: last, text: event.text ?? "")
    }
    return Segment(
      start: first.start, end: last,
      text: event.text ?? Segment(words: words).text, words: words)
  }
}
