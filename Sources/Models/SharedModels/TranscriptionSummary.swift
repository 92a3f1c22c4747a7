public struct TranscriptionSummary: Equatable, Sendable {
  public var details: TranscriptionDetails
  public var engine: TranscriptionEngine
  public var language: String?
  public var model: String
  /// Passages that the engine corrected: skipped speech, looping words, text without speech.
  public var repairs: Int?

  public init(
    details: TranscriptionDetails = TranscriptionDetails(),
    engine: TranscriptionEngine = TranscriptionEngine(),
    language: String? = nil,
    model: String = "",
    repairs: Int? = nil
  ) {
    self.details = details
    self.engine = engine
    self.language = language
    self.model = model
    self.repairs = repairs
  }
}
