import URLRouting

/// A websocket over which speech is turned into text while it is spoken.
public struct RealtimeRequest: Equatable, Sendable {
  /// What for: clients of OpenAI's API say `transcription`, which is all that there is here.
  public var intent: String?
  /// The model to begin with.
  public var model: String?

  public init(model: String? = nil, intent: String? = nil) {
    self.intent = intent
    self.model = model
  }

  static let parser = Query(Self()) {
    Field("intent", \.intent)
    Field("model", \.model)
  }
}
