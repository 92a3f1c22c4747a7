/// A spoken word, and when it was spoken.
///
/// Encoded with its times in seconds, rounded to the millisecond.
public struct Word: Codable, Equatable, Sendable {
  /// As written, with its punctuation and without white space around it.
  public var text: String
  /// When the word begins, from the start of the recording.
  public var start: Duration
  /// When the word ends; never before `start`.
  public var end: Duration
  /// How sure the engine is, from 0 to 1. A word that a person typed has 1.
  public var confidence: Double
  /// Who says it; `nil` where speakers were not told apart, or nobody knows.
  public var speaker: Speaker.ID?

  /// Creates a value from its properties.
  public init(
    text: String, start: Duration, end: Duration, confidence: Double = 1,
    speaker: Speaker.ID? = nil
  ) {
    self.text = text
    self.start = start
    self.end = end
    self.confidence = confidence
    self.speaker = speaker
  }

  /// Whether the word is being spoken at that time: from its start up to, not including, its end.
  /// A word of no length is spoken at its very instant.
  public func contains(_ time: Duration) -> Bool {
    start <= time && (time < end || time == start)
  }
}

extension Word {
  private enum CodingKeys: String, CodingKey {
    case text, start, end, confidence, speaker
  }

  /// Decodes a value; what an older version did not write has a default.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let start = try container.decodeSeconds(.start) ?? .zero
    self.init(
      text: try container.decode(.text, default: ""),
      start: start,
      end: try container.decodeSeconds(.end) ?? start,
      confidence: try container.decode(.confidence, default: 1),
      speaker: try container.decodeIfPresent(Speaker.ID.self, forKey: .speaker))
  }

  /// Encodes times in seconds, rounded to the millisecond.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(text, forKey: .text)
    try container.encodeSeconds(start, .start)
    try container.encodeSeconds(end, .end)
    try container.encode(confidence, forKey: .confidence)
    try container.encodeIfPresent(speaker, forKey: .speaker)
  }
}
