/// A place in a recording from which its transcription can go on as if it had never stopped.
///
/// An engine that starts over behind the last segment that is kept understands the rest a little
/// differently: it knows what was said before, and not how it came to hear it. With a checkpoint it
/// does.
public struct TranscriptionCheckpoint: Codable, Equatable, Sendable {
  /// The engine, the form of its states, and the model. No other can use the state.
  public var maker: String
  /// Where the sound begins that the engine needs: at or before the end of the text that is kept.
  public var start: Duration
  /// What the engine needs to know besides the sound. Only it understands that.
  public var state: String

  /// Creates a value from its properties.
  public init(maker: String, start: Duration, state: String) {
    self.maker = maker
    self.start = start
    self.state = state
  }

  private enum CodingKeys: String, CodingKey {
    case maker
    case start = "start_ms"
    case state
  }

  /// Decodes a value.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      maker: try container.decode(String.self, forKey: .maker),
      start: .milliseconds(try container.decode(Int64.self, forKey: .start)),
      state: try container.decode(String.self, forKey: .state))
  }

  /// Encodes a value; the start in milliseconds.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(maker, forKey: .maker)
    try container.encode(start.wholeMilliseconds, forKey: .start)
    try container.encode(state, forKey: .state)
  }
}
