/// Encoded with times in seconds, rounded to the millisecond.
public struct Word: Codable, Equatable, Sendable {
  public var text: String
  public var start: Duration
  public var end: Duration
  /// From 0 to 1. Words that the user typed have 1.
  public var confidence: Double
  public var speaker: Speaker.ID?

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

  /// Excludes `end`, unless the word has no length.
  public func contains(_ time: Duration) -> Bool {
    start <= time && (time < end || time == start)
  }
}

extension Word {
  private enum CodingKeys: String, CodingKey {
    case text, start, end, confidence, speaker
  }

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

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(text, forKey: .text)
    try container.encodeSeconds(start, .start)
    try container.encodeSeconds(end, .end)
    try container.encode(confidence, forKey: .confidence)
    try container.encodeIfPresent(speaker, forKey: .speaker)
  }
}
