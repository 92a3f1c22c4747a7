public import SharedModels

public enum TranscriptionEvent: Equatable, Sendable {
  /// Sent again by each engine that replaces a lost one.
  case started(SpeechEngineInfo)
  case language(String, probability: Double)
  case progress(Double)
  /// Without a checkpoint, work resumes after the last segment.
  case passage([Segment], TranscriptionCheckpoint?)
  case finished(TranscriptionSummary)

  public static func segment(_ segment: Segment) -> Self { .passage([segment], nil) }

  public var segments: [Segment] {
    if case .passage(let segments, _) = self { segments } else { [] }
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
  public var engine: TranscriptionEngine
  public var language: String?
  public var model: String
  /// Passages that the engine corrected: skipped speech, looping words, text without speech.
  public var repairs: Int

  public init(
    engine: TranscriptionEngine = TranscriptionEngine(),
    language: String? = nil,
    model: String = "",
    repairs: Int = 0
  ) {
    self.engine = engine
    self.language = language
    self.model = model
    self.repairs = repairs
  }
}
