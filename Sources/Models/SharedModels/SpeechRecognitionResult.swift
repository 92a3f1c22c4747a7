/// What was understood so far.
public struct SpeechRecognitionResult: Codable, Equatable, Sendable {
  /// All that was said since the task began, with word times where the engine gives them.
  public var bestTranscription: Transcription
  /// Whether this is the task's last result.
  public var isFinal: Bool
  /// How many of the first words will not change any more.
  public var settledWordCount: Int
  /// About the speech; `nil` until enough was heard.
  public var speechRecognitionMetadata: SpeechRecognitionMetadata?
  /// All readings, the best first. Engines that give one only give the best.
  public var transcriptions: [Transcription]

  /// - Parameters:
  ///   - bestTranscription: All that was said so far.
  ///   - isFinal: Whether this is the last result.
  ///   - settledWordCount: How many words will not change; all of them in a final result.
  ///   - speechRecognitionMetadata: About the speech.
  ///   - transcriptions: Other readings too; the best alone if left out.
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
  /// All that was said, with a line break where nobody spoke for a while, and the end of it that may still
  /// change.
  public var liveText: (text: String, open: String) {
    let words = bestTranscription.words
    // Without word times there is nothing to tell them apart by.
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

/// How the speech sounded.
public struct SpeechRecognitionMetadata: Codable, Equatable, Sendable {
  /// The mean time between two words' ends where no pause lies between them.
  public var averagePauseDuration: Duration
  /// When the first word begins.
  public var speechStartTimestamp: Duration
  /// From the first word's start to the last word's end.
  public var speechDuration: Duration
  /// Words a minute.
  public var speakingRate: Double

  /// Creates a value from its properties.
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

  /// Measured from word times; `nil` without any.
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
