public struct SpeechRecognitionResult: Codable, Equatable, Sendable {
  public var bestTranscription: Transcription
  public var isFinal: Bool
  /// The number of leading words that will not change.
  public var settledWordCount: Int
  public var speechRecognitionMetadata: SpeechRecognitionMetadata?
  public var transcriptions: [Transcription]

  public init(
    bestTranscription: Transcription,
    isFinal: Bool,
    settledWordCount: Int? = nil,
    speechRecognitionMetadata: SpeechRecognitionMetadata? = nil,
    transcriptions: [Transcription]? = nil
  ) {
    self.bestTranscription = bestTranscription
    self.isFinal = isFinal
    self.settledWordCount = settledWordCount ?? (isFinal ? bestTranscription.wordCount : 0)
    self.speechRecognitionMetadata = speechRecognitionMetadata
    self.transcriptions = transcriptions ?? [bestTranscription]
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

public struct SpeechRecognitionMetadata: Codable, Equatable, Sendable {
  public var averagePauseDuration: Duration
  public var speechStartTimestamp: Duration
  public var speechDuration: Duration
  /// In words per minute.
  public var speakingRate: Double

  public init(
    averagePauseDuration: Duration,
    speakingRate: Double,
    speechDuration: Duration,
    speechStartTimestamp: Duration
  ) {
    self.averagePauseDuration = averagePauseDuration
    self.speakingRate = speakingRate
    self.speechDuration = speechDuration
    self.speechStartTimestamp = speechStartTimestamp
  }

  public init?(_ transcription: Transcription) {
    let words = transcription.words
    guard let first = words.first, let last = words.last
    else { return nil }
    let speech = last.end - first.start
    let pauses = zip(words, words.dropFirst()).map { $1.start - $0.end }
    let seconds = speech / .seconds(1)
    self.init(
      averagePauseDuration: pauses.isEmpty
        ? .zero : pauses.reduce(.zero, +) / pauses.count,
      speakingRate: seconds > 0 ? Double(words.count) * 60 / seconds : 0,
      speechDuration: speech,
      speechStartTimestamp: first.start)
  }
}
