public import SharedModels

/// What to recognize while it is spoken, and how.
public struct SpeechRecognitionRequest: Sendable {
  /// The sound; for speech that goes on, ``SpeechAudio/samples(_:)``.
  public var audio: SpeechAudio
  /// A folder of weights, or their name; `nil` for the engine's default.
  public var model: String?
  /// Language and vocabulary. What else they hold is for whole recordings.
  public var settings: TranscriptionSettings
  /// Whether results arrive while the speech goes on; if not, the final one only.
  public var shouldReportPartialResults: Bool
  /// Where the first sample is in the recording. Word times count from the recording's start.
  public var startTime: Duration

  /// Creates a value from its properties.
  public init(
    audio: SpeechAudio,
    model: String? = nil,
    settings: TranscriptionSettings = TranscriptionSettings(beamSize: 1),
    shouldReportPartialResults: Bool = true,
    startTime: Duration = .zero
  ) {
    self.audio = audio
    self.model = model
    self.settings = settings
    self.shouldReportPartialResults = shouldReportPartialResults
    self.startTime = startTime
  }
}
