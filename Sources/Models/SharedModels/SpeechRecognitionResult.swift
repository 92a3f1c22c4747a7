public struct SpeechRecognitionResult: Equatable, Sendable {
  public var bestTranscription: Transcription
  public var isFinal: Bool
  /// The number of leading words that will not change.
  public var settledWordCount: Int

  public init(
    bestTranscription: Transcription,
    isFinal: Bool,
    settledWordCount: Int? = nil
  ) {
    self.bestTranscription = bestTranscription
    self.isFinal = isFinal
    self.settledWordCount = settledWordCount ?? (isFinal ? bestTranscription.wordCount : 0)
  }
}

extension SpeechRecognitionResult {
  /// The text with line breaks at pauses, and its end, which may still change.
  public var liveText: (text: String, open: String) {
    let words = bestTranscription.words
    guard !words.isEmpty
    else { return (bestTranscription.text, bestTranscription.text) }
    let count = Swift.min(words.count, Swift.max(0, settledWordCount))
    let text = words.textInParagraphs()
    let settled = words.prefix(count).textInParagraphs()
    let open = text.unicodeScalars.dropFirst(settled.unicodeScalars.count)
      .drop(while: \.properties.isWhitespace)
    return (text, String(open))
  }
}
