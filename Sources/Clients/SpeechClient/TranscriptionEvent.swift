public import SharedModels

/// What happens while a recording is transcribed.
public enum TranscriptionEvent: Equatable, Sendable {
  /// The weights are loaded, and work begins; given again by each engine that takes the place of
  /// one that was lost.
  case started(SpeechEngineInfo)
  /// The language that is spoken, and how sure the engine is, from 0 to 1.
  case language(String, probability: Double)
  /// How much of the recording is done, from 0 to 1. It does not go back.
  case progress(Double)
  /// The next stretch of speech.
  case segment(Segment)
  /// The next stretches of speech, and from where to go on after them. An engine that is given a
  /// checkpoint goes on as if it had never stopped; without one, after the last segment.
  case passage([Segment], TranscriptionCheckpoint?)
  /// The end.
  case finished(TranscriptionSummary)

  /// The speech that it tells.
  public var segments: [Segment] {
    switch self {
    case .passage(let segments, _): segments
    case .segment(let segment): [segment]
    case .finished, .language, .progress, .started: []
    }
  }
}

/// The engine and the weights that do the work.
public struct SpeechEngineInfo: Equatable, Sendable {
  /// The engine that does the work.
  public var engine: TranscriptionEngine
  /// The name of the weights, such as `tiny.en`.
  public var model: String

  /// Creates a value from its properties.
  public init(engine: TranscriptionEngine, model: String) {
    self.engine = engine
    self.model = model
  }
}

/// What a transcription took.
public struct TranscriptionSummary: Equatable, Sendable {
  /// Processor time of the engine.
  public var cpuTime: Duration
  /// The time from the start of the recording to the end of what was heard.
  public var duration: Duration
  /// The engine that does the work.
  public var engine: TranscriptionEngine
  /// The language that was recognized; `nil` where there was no speech to tell by.
  public var language: String?
  /// The name of the weights.
  public var model: String
  /// The most memory that the engine has used, in bytes; 0 if it does not say.
  public var peakMemory: Int64
  /// How often the engine has put right what it had heard badly at first: a stretch of speech passed
  /// over, words in a circle, text where nobody speaks.
  public var repairs: Int
  /// What was asked for.
  public var settings: TranscriptionSettings
  /// From the moment the engine began.
  public var wallTime: Duration

  /// Creates a value from its properties.
  public init(
    cpuTime: Duration = .zero,
    duration: Duration = .zero,
    engine: TranscriptionEngine = TranscriptionEngine(),
    language: String? = nil,
    model: String = "",
    peakMemory: Int64 = 0,
    repairs: Int = 0,
    settings: TranscriptionSettings = TranscriptionSettings(beamSize: 1),
    wallTime: Duration = .zero
  ) {
    self.cpuTime = cpuTime
    self.duration = duration
    self.engine = engine
    self.language = language
    self.model = model
    self.peakMemory = peakMemory
    self.repairs = repairs
    self.settings = settings
    self.wallTime = wallTime
  }
}
