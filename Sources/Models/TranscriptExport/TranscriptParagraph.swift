import SharedModels

struct TranscriptParagraph: Equatable {
  var speaker: Speaker.ID?
  var start: Duration
  var text: String
}

extension Transcription {
  /// Splits at speakers, two-second pauses, typed line breaks, and sentences in long paragraphs.
  func paragraphs(duration: Duration) -> [TranscriptParagraph] {
    var paragraphs: [[Token]] = []
    var length = 0
    for token in tokens(duration: duration) {
      if let last = paragraphs.last?.last,
        token.separator != .lineBreak, token.speaker == last.speaker,
        token.start - last.end < .seconds(2),
        length < 800 || !last.endsSentence
      {
        paragraphs[paragraphs.count - 1].append(token)
        length += token.text.count + 1
      } else {
        paragraphs.append([token])
        length = token.text.count
      }
    }
    return paragraphs.map {
      TranscriptParagraph(speaker: $0[0].speaker, start: $0[0].start, text: $0.text)
    }
  }
}
