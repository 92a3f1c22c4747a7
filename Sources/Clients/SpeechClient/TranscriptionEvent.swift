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
