/// A stretch of speech as the engine cut it, about a sentence.
public struct Segment: Codable, Equatable, Sendable {
  /// When it begins, from the start of the recording.
  public var start: Duration
  /// When it ends; never before `start`.
  public var end: Duration
  /// What was said. It, not `words`, knows where spaces and line breaks belong.
  public var text: String
  /// The words with their times, in order; empty if the engine gave no word times.
  public var words: [Word]
  /// What is spoken in it, as a code such as `de`, where that is not the transcript's language; `nil`
  /// where it is, or nothing is known.
  public var language: String?

  /// Creates a value from its properties.
  public init(
    start: Duration, end: Duration, text: String, words: [Word] = [], language: String? = nil
  ) {
    self.start = start
    self.end = end
    self.text = text
    self.words = words
    self.language = language
  }

  /// A segment that is made of words: its text and times come from them.
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

  /// What is missing is taken from the words, if there are any.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(words: try container.decode(.words, default: []))
    start = try container.decodeSeconds(.start) ?? start
    end = try container.decodeSeconds(.end) ?? max(start, end)
    text = try container.decode(.text, default: text)
    language = try container.decodeIfPresent(String.self, forKey: .language)
  }

  /// Encodes times in seconds, rounded to the millisecond.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encodeSeconds(start, .start)
    try container.encodeSeconds(end, .end)
    try container.encode(text, forKey: .text)
    try container.encode(words, forKey: .words)
    try container.encodeIfPresent(language, forKey: .language)
  }
}
