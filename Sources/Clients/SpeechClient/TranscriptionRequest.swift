public import SharedModels

/// What to transcribe, and how.
public struct TranscriptionRequest: Sendable {
  /// The sound.
  public var audio: SpeechAudio
  /// From where to go on, if an earlier attempt told: what the attempt gave up to there is kept. An
  /// engine that cannot use it begins at ``startingAt``.
  public var checkpoint: TranscriptionCheckpoint?
  /// How many recordings are transcribed at once, this one among them: they share the machine.
  public var concurrency: Int
  /// The recording's length, for progress.
  public var duration: Duration?
  /// A folder of weights, or their name; `nil` for the engine's default.
  public var model: String?
  /// What was said just before ``startingAt``, as context: the end of the text that is kept.
  public var precedingText: String?
  /// Language, vocabulary, and how thoroughly to search.
  public var settings: TranscriptionSettings
  /// Where to begin, when an earlier attempt's segments are kept. See
  /// ``SpeechAudio/samples(from:)``.
  public var startingAt: Duration

  /// Creates a value from its properties.
  public init(
    audio: SpeechAudio,
    checkpoint: TranscriptionCheckpoint? = nil,
    concurrency: Int = 1,
    duration: Duration? = nil,
    model: String? = nil,
    precedingText: String? = nil,
    settings: TranscriptionSettings = TranscriptionSettings(beamSize: 1),
    startingAt: Duration = .zero
  ) {
    self.audio = audio
    self.checkpoint = checkpoint
    self.concurrency = concurrency
    self.duration = duration
    self.model = model
    self.precedingText = precedingText
    self.settings = settings
    self.startingAt = startingAt
  }
}
