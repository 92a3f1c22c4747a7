import SharedModels

struct TranscriptParagraph: Equatable {
  var speaker: Speaker.ID?
  var start: Duration
  var text: String
}

extension Transcription {
  func paragraphs(duration: Duration) -> [TranscriptParagraph] {
    var paragraphs: [[Token]] = []
    var splitter = ParagraphSplitter()
    for token in tokens(duration: duration) {
      if splitter.startsParagraph(token) {
        paragraphs.append([token])
      } else {
        paragraphs[paragraphs.count - 1].append(token)
      }
    }
    return paragraphs.map {
      TranscriptParagraph(speaker: $0[0].speaker, start: $0[0].start, text: $0.text)
    }
  }
}

/// Splits at speakers, two-second pauses, typed line breaks, and sentences in long paragraphs.
struct ParagraphSplitter {
  private var last: Token?
  private var length = 0

  mutating func startsParagraph(_ token: Token) -> Bool {
    defer { last = token }
    if let last,
      token.separator != .lineBreak, token.speaker == last.speaker,
      token.start - last.end < .seconds(2),
      length < 800 || !last.endsSentence
    {
      length += token.text.count + 1
      return false
    }
    length = token.text.count
    return true
  }
}
