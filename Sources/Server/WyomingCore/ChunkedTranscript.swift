import SharedModels
import SpeechClient
import WyomingProtocol

struct ChunkedTranscript {
  private var isBegun = false
  private var language: String?
  private var text = ""

  init(language: String?) {
    self.language = language
  }

  mutating func events(for event: TranscriptionEvent) -> [WyomingEvent] {
    switch event {
    case .language(let code, _): language = code
    case .finished(let summary): language = summary.language ?? language
    case .passage, .progress, .started: break
    }
    return event.segments.flatMap { segment in
      let part = text.continuation(with: segment.text)
      text += part
      return part.isEmpty ? [] : begin() + [.transcriptChunk(part)]
    }
  }

  /// Includes the whole text, for clients that don't support chunks.
  mutating func end() -> [WyomingEvent] {
    begin() + [.transcript(text, language: language), .transcriptStop]
  }

  private mutating func begin() -> [WyomingEvent] {
    defer { isBegun = true }
    return isBegun ? [] : [.transcriptStart(language: language)]
  }
}
