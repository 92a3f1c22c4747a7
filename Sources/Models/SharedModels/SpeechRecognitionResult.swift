/// What an engine has understood so far of live speech.
public struct SpeechRecognitionResult: Codable, Equatable, Sendable {
  public var bestTranscription: Transcription
  /// Whether this is the last result: earlier ones may still change.
  public var isFinal: Bool

  public init(bestTranscription: Transcription, isFinal: Bool) {
    self.bestTranscription = bestTranscription
    self.isFinal = isFinal
  }
}
