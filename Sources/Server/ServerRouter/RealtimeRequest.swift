import URLRouting

public struct RealtimeRequest: Equatable, Sendable {
  /// OpenAI's clients send ``transcription``, the only intent supported here.
  public var intent: String?
  public var model: String?

  public static let transcription = "transcription"

  public init(model: String? = nil, intent: String? = nil) {
    self.intent = intent
    self.model = model
  }

  static let parser = Query(Self()) {
    Field("intent", \.intent)
    Field("model", \.model)
  }
}
