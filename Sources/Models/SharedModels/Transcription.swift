public import Foundation
public import Tagged

/// What was said in a memo, with a time for every word, and how that was found out.
public struct Transcription: Codable, Equatable, Identifiable, Sendable {
  public typealias ID = Tagged<Transcription, UUID>

  /// The program that did the work.
  public struct Engine: Codable, Equatable, Sendable {
    public var name: String
    public var version: String

    public init(name: String, version: String) {
      self.name = name
      self.version = version
    }
  }

  /// What the engine was asked for.
  public struct Settings: Codable, Equatable, Sendable {
    /// How many readings the engine weighs against each other.
    public var beamSize: Int

    /// The language asked for as an ISO 639-1 code, or `nil` to have it found out.
    public var language: String?

    /// Whether silence is taken out first, so that no text is invented for it.
    public var usesVoiceActivityFilter: Bool

    /// Words that are likely to occur: names, terms.
    public var vocabulary: String?

    public init(
      beamSize: Int = 1, language: String? = nil, usesVoiceActivityFilter: Bool = true,
      vocabulary: String? = nil
    ) {
      self.beamSize = beamSize
      self.language = language
      self.usesVoiceActivityFilter = usesVoiceActivityFilter
      self.vocabulary = vocabulary
    }
  }

  public let id: ID
  public var createdAt: Date

  /// When a person last changed the text, or `nil`.
  public var editedAt: Date?

  public var engine: Engine

  /// The language spoken as an ISO 639-1 code, where it is known.
  public var language: String?

  public var model: String

  /// In the order they are spoken.
  public var segments: [Segment]

  public var settings: Settings

  public init(
    id: ID,
    createdAt: Date,
    editedAt: Date? = nil,
    engine: Engine,
    language: String? = nil,
    model: String,
    segments: [Segment],
    settings: Settings = Settings()
  ) {
    self.id = id
    self.createdAt = createdAt
    self.editedAt = editedAt
    self.engine = engine
    self.language = language
    self.model = model
    self.segments = segments
    self.settings = settings
  }

  /// All words in order.
  public var words: some Collection<Word> & Sendable { segments.lazy.flatMap(\.words) }

  public var wordCount: Int { segments.reduce(0) { $0 + $1.words.count } }

  /// The whole text, segment after segment.
  public var text: String {
    segments.map { $0.text.trimmingCharacters(in: .whitespacesAndNewlines) }
      .filter { !$0.isEmpty }.joined(separator: " ")
  }
}

/// Some words that belong together, such as a sentence or a breath.
public struct Segment: Codable, Equatable, Sendable {
  /// Where it ends in the memo.
  public var end: Duration
  /// Where it begins in the memo.
  public var start: Duration
  public var text: String
  /// Its words in order; times never go back.
  public var words: [Word]

  public init(start: Duration, end: Duration, text: String, words: [Word]) {
    self.end = end
    self.start = start
    self.text = text
    self.words = words
  }
}

/// One word and when it is spoken.
public struct Word: Codable, Equatable, Sendable {
  /// How sure the engine is, from 0 to 1.
  public var confidence: Double
  /// Where it ends in the memo; never before `start`.
  public var end: Duration
  /// Where it begins in the memo.
  public var start: Duration
  public var text: String

  public init(_ text: String, start: Duration, end: Duration, confidence: Double) {
    self.confidence = confidence
    self.end = end
    self.start = start
    self.text = text
  }
}
