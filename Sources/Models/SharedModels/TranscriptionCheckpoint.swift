/// A point from which an engine continues with the same text as without a break.
public struct TranscriptionCheckpoint: Codable, Equatable, Sendable {
  /// The engine, its state format and the model. Others can't use the state.
  public var maker: String
  /// Start of the audio that the engine needs, at or before the end of the kept text.
  public var start: Duration
  public var state: String

  public init(maker: String, start: Duration, state: String) {
    self.maker = maker
    self.start = start
    self.state = state
  }

  private enum CodingKeys: String, CodingKey {
    case maker, start, state
    case formerStart = "start_ms"
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      maker: try container.decode(String.self, forKey: .maker),
      // Older versions stored milliseconds.
      start: try container.decodeSeconds(.start)
        ?? .milliseconds(try container.decode(Int64.self, forKey: .formerStart)),
      state: try container.decode(String.self, forKey: .state))
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(maker, forKey: .maker)
    try container.encodeSeconds(start, .start)
    try container.encode(state, forKey: .state)
  }
}
