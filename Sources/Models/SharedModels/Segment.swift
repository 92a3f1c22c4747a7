public struct Segment: Codable, Equatable, Sendable {
  public var start: Duration
  public var end: Duration
  /// Unlike `words`, has the spaces and line breaks.
  public var text: String
  public var words: [Word]
  /// A code such as `de` if it differs from the transcript's language, otherwise `nil`.
  public var language: String?

  public init(
    start: Duration, end: Duration, text: String, words: [Word] = [], language: String? = nil
  ) {
    self.start = start
    self.end = end
    self.text = text
    self.words = words
    self.language = language
  }

  public init(words: [Word]) {
    self.init(
      start: words.first?.start ?? .zero,
      end: words.last?.end ?? .zero,
      text: words.map(\.text).joinedAsText(),
      words: words)
  }
}

extension Segment {
  private enum CodingKeys: String, CodingKey {
    case start, end, text, words, language
  }

  /// Takes missing values from the words.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(words: try container.decode(.words, default: []))
    start = try container.decodeSeconds(.start) ?? start
    end = try container.decodeSeconds(.end) ?? max(start, end)
    text = try container.decode(.text, default: text)
    language = try container.decodeIfPresent(String.self, forKey: .language)
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encodeSeconds(start, .start)
    try container.encodeSeconds(end, .end)
    try container.encode(text, forKey: .text)
    try container.encode(words, forKey: .words)
    try container.encodeIfPresent(language, forKey: .language)
  }
}
