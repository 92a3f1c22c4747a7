public import SharedModels

public enum TranscriptionEvent: Equatable, Sendable {
  /// Sent again by each engine that replaces a lost one.
  case started(SpeechEngineInfo)
  case language(String, probability: Double)
  case progress(Double)
  case segment(Segment)
  /// Without a checkpoint, work resumes after the last segment.
  case passage([Segment], TranscriptionCheckpoint?)
  case finished(TranscriptionSummary)

  public var segments: [Segment] {
    switch self {
    case .passage(let segments, _): segments
    case .segment(let segment): [segment]
    case .finished, .language, .progress, .started: []
    }
  }
}

public struct SpeechEngineInfo: Equatable, Sendable {
  public var engine: TranscriptionEngine
  public var model: String

  public init(engine: TranscriptionEngine, model: String) {
    self.engine = engine
    self.model = model
  }
}

public struct TranscriptionSummary: Equatable, Sendable {
  public var cpuTime: Duration
  /// From the start of the recording to the end of the transcribed audio.
  public var duration: Duration
  public var engine: TranscriptionEngine
  public var language: String?
  public var model: String
  /// In bytes; 0 if unknown.
  public var peakMemory: Int64
  /// Passages that the engine corrected: skipped speech, looping words, text without speech.
  public var repairs: Int
  public var settings: TranscriptionSettings
  public var wallTime: Duration

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
