public import SharedModels

public struct SpeechRecognitionRequest: Sendable {
  public var audio: SpeechAudio
  /// A model's folder or name; `nil` for the engine's default.
  public var model: String?
  /// Only the language and vocabulary apply to live audio.
  public var settings: TranscriptionSettings
  public var shouldReportPartialResults: Bool
  /// Time of the first sample. Word times count from the recording's start.
  public var startTime: Duration

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
