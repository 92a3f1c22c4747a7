public import SharedModels

public struct SpeechRecognitionRequest: Sendable {
  public var audio: SpeechAudio
  /// A model's folder or name; `nil` for the engine's default.
  public var model: String?
  /// Only the language and vocabulary apply to live audio.
  public var settings: TranscriptionSettings

  public init(
    audio: SpeechAudio,
    model: String? = nil,
    settings: TranscriptionSettings = TranscriptionSettings(beamSize: 1)
  ) {
    self.audio = audio
    self.model = model
    self.settings = settings
  }
}
