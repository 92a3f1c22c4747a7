import SharedModels
import SpeechClient
import WyomingProtocol

/// A transcript as a client is told of it while it is made.
struct TranscriptInParts {
  private var isBegun = false
  private var language: String?
  private var text = ""

  /// - Parameter language: The language that was asked for.
  init(language: String?) {
    self.language = language
  }

  /// What to tell next.
  mutating func events(for event: TranscriptionEvent) -> [WyomingEvent] {
    switch event {
    case .language(let code, _): language = code
    case .finished(let summary): language = summary.language ?? language
    case .passage, .progress, .segment, .started: break
    }
    return event.segments.flatMap { segment in
      let part = text.continuation(with: segment.text)
      text += part
      return part.isEmpty ? [] : begin() + [.transcriptChunk(part)]
    }
  }

  /// What to tell at the end. A client that takes no parts reads the whole.
  mutating func end() -> [WyomingEvent] {
    begin() + [.transcript(text, language: language), .transcriptStop]
  }

  private mutating func begin() -> [WyomingEvent] {
    defer { isBegun = true }
    return isBegun ? [] : [.transcriptStart(language: language)]
  }
}
