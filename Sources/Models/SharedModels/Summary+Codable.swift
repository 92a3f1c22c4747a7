import Foundation

/// The form in databases, in the HTTP API, and in exports.
extension Summary: Codable {
  private enum CodingKeys: String, CodingKey {
    case actionItems, createdAt, decisions, dropped, keyPoints, model, promptVersion, sentence
    case suggestedTitle, transcript, transcriptEditedAt
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    provenance = Provenance(
      createdAt: try container.decode(Date.self, forKey: .createdAt),
      model: try container.decode(String.self, forKey: .model),
      promptVersion: try container.decode(Int.self, forKey: .promptVersion),
      transcriptEditedAt: try container.decodeIfPresent(Date.self, forKey: .transcriptEditedAt),
      transcriptID: try container.decode(Transcription.ID.self, forKey: .transcript))
    actionItems = try container.decode(.actionItems, default: [])
    decisions = try container.decode(.decisions, default: [])
    droppedCount = try container.decode(.dropped, default: 0)
    keyPoints = try container.decode(.keyPoints, default: [])
    sentence = try container.decodeIfPresent(Point.self, forKey: .sentence)
    title = try container.decodeIfPresent(Point.self, forKey: .suggestedTitle)
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(actionItems, forKey: .actionItems)
    try container.encode(provenance.createdAt, forKey: .createdAt)
    try container.encode(decisions, forKey: .decisions)
    try container.encode(droppedCount, forKey: .dropped)
    try container.encode(keyPoints, forKey: .keyPoints)
    try container.encode(provenance.model, forKey: .model)
    try container.encode(provenance.promptVersion, forKey: .promptVersion)
    try container.encodeIfPresent(sentence, forKey: .sentence)
    try container.encodeIfPresent(title, forKey: .suggestedTitle)
    try container.encode(provenance.transcriptID.text, forKey: .transcript)
    try container.encodeIfPresent(provenance.transcriptEditedAt, forKey: .transcriptEditedAt)
  }
}

extension Summary.Point: Codable {
  private enum CodingKeys: String, CodingKey {
    case end, quote, start, text, words
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let start = try container.decodeSeconds(.start) ?? .zero
    self.init(
      try container.decode(String.self, forKey: .text),
      quote: Summary.Quote(
        text: try container.decode(String.self, forKey: .quote),
        words: try container.decode(.words, default: 0..<0), start: start,
        end: try container.decodeSeconds(.end) ?? start))
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encodeSeconds(quote.end, .end)
    try container.encode(quote.text, forKey: .quote)
    try container.encodeSeconds(quote.start, .start)
    try container.encode(text, forKey: .text)
    try container.encode(quote.words, forKey: .words)
  }
}

extension Summary.ActionItem: Codable {
  private enum CodingKeys: String, CodingKey {
    case when, who
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      try Summary.Point(from: decoder),
      who: try container.decodeIfPresent(String.self, forKey: .who),
      when: try container.decodeIfPresent(String.self, forKey: .when))
  }

  public func encode(to encoder: any Encoder) throws {
    try point.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encodeIfPresent(when, forKey: .when)
    try container.encodeIfPresent(who, forKey: .who)
  }
}
