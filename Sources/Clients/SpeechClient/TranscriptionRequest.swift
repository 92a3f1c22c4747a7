public import SharedModels

public struct TranscriptionRequest: Sendable {
  public var audio: SpeechAudio
  /// An engine that can't use it begins at ``startingAt``.
  public var checkpoint: TranscriptionCheckpoint?
  /// Recordings transcribed at once, this one included. They share the machine.
  public var concurrency: Int
  public var duration: Duration?
  /// Assumed, the first possible one, if there is little speech or its language is unclear.
  public var likelyLanguages: [String]
  /// A model's folder or name; `nil` for the engine's default.
  public var model: String?
  public var precedingText: String?
  public var settings: TranscriptionSettings
  public var startingAt: Duration

  public init(
    audio: SpeechAudio,
    checkpoint: TranscriptionCheckpoint? = nil,
    concurrency: Int = 1,
    duration: Duration? = nil,
    likelyLanguages: [String] = [],
    model: String? = nil,
    precedingText: String? = nil,
    settings: TranscriptionSettings = TranscriptionSettings(beamSize: 1),
    startingAt: Duration = .zero
  ) {
    self.audio = audio
    self.checkpoint = checkpoint
    self.concurrency = concurrency
    self.duration = duration
    self.likelyLanguages = likelyLanguages
    self.model = model
    self.precedingText = precedingText
    self.settings = settings
    self.startingAt = startingAt
  }

  package var start: Duration { checkpoint?.start ?? startingAt }

  /// A resumed engine needs the samples that it would have received without a break.
  package var samples: SpeechAudio.Samples {
    checkpoint == nil ? audio.samples(from: start) : audio.exactSamples(from: start)
  }
}
