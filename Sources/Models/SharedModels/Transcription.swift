public import Foundation
public import Tagged

public struct Transcription: Codable, Equatable, Identifiable, Sendable {
  public typealias ID = Tagged<Transcription, UUID>

  public let id: ID
  public var createdAt: Date
  public var details: TranscriptionDetails
  public var editedAt: Date?
  public var engine: TranscriptionEngine
  public var language: String?
  public var model: String
  /// Passages that the engine corrected; `nil` if unknown.
  public var repairs: Int?
  public var segments: [Segment] {
    didSet { wordIndex = WordIndex(segments) }
  }
  public var settings: TranscriptionSettings
  /// In order of first appearance; empty if speakers were not detected.
  public var speakers: [Speaker]

  var wordIndex: WordIndex

  /// Fixed defaults let transcriptions made from text alone compare equal.
  public init(
    id: ID = ID(UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))),
    createdAt: Date = Date(timeIntervalSince1970: 0),
    details: TranscriptionDetails = TranscriptionDetails(),
    editedAt: Date? = nil,
    engine: TranscriptionEngine = TranscriptionEngine(),
    language: String? = nil,
    model: String = "",
    repairs: Int? = nil,
    segments: [Segment],
    settings: TranscriptionSettings = TranscriptionSettings(),
    speakers: [Speaker] = []
  ) {
    self.id = id
    self.createdAt = createdAt
    self.details = details
    self.editedAt = editedAt
    self.engine = engine
    self.language = language
    self.model = model
    self.repairs = repairs
    self.segments = segments
    self.settings = settings
    self.speakers = speakers
    self.wordIndex = WordIndex(segments)
  }

  public init(formattedString: String) {
    self.init(
      segments: formattedString.isEmpty
        ? [] : [Segment(start: .zero, end: .zero, text: formattedString)])
  }

  public var text: String { segments.map(\.text).joinedAsText() }

  public var formattedString: String { text }

  /// The mean confidence of the words; `nil` without words.
  public var confidence: Double? {
    let words = segments.flatMap(\.words)
    return words.isEmpty
      ? nil : words.reduce(0) { $0 + min(max($1.confidence, 0), 1) } / Double(words.count)
  }

  /// A lower voice filter may find speech.
  public var isTooFaint: Bool {
    details.hasFaintSpeech && segments.isEmpty && settings.voiceFilter == .normal
  }

  public var wordCount: Int { segments.wordCount }
}

extension [Segment] {
  package var wordCount: Int {
    reduce(0) { count, segment in
      count + (segment.words.isEmpty ? segment.text.wordCount : segment.words.count)
    }
  }
}

extension Transcription: CustomReflectable {
  /// Omits the index, which repeats the segments.
  public var customMirror: Mirror {
    Mirror(
      self,
      children: [
        "id": id,
        "createdAt": createdAt,
        "details": details,
        "editedAt": editedAt as Any,
        "engine": engine,
        "language": language as Any,
        "model": model,
        "repairs": repairs as Any,
        "segments": segments,
        "settings": settings,
        "speakers": speakers,
      ],
      displayStyle: .struct)
  }
}

extension Transcription {
  private enum CodingKeys: String, CodingKey {
    case id, createdAt, details, editedAt, engine, language, model, repairs, segments, settings
    case speakers
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      id: try container.decode(ID.self, forKey: .id),
      createdAt: try container.decode(.createdAt, default: Date(timeIntervalSince1970: 0)),
      details: try container.decode(.details, default: TranscriptionDetails()),
      editedAt: try container.decodeIfPresent(Date.self, forKey: .editedAt),
      engine: try container.decode(.engine, default: TranscriptionEngine()),
      language: try container.decodeIfPresent(String.self, forKey: .language),
      model: try container.decode(.model, default: ""),
      repairs: try container.decodeIfPresent(Int.self, forKey: .repairs),
      segments: try container.decode(.segments, default: []),
      settings: try container.decode(.settings, default: TranscriptionSettings()),
      speakers: try container.decode(.speakers, default: []))
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id.text, forKey: .id)
    try container.encode(createdAt, forKey: .createdAt)
    if details != TranscriptionDetails() { try container.encode(details, forKey: .details) }
    try container.encodeIfPresent(editedAt, forKey: .editedAt)
    try container.encode(engine, forKey: .engine)
    try container.encodeIfPresent(language, forKey: .language)
    try container.encode(model, forKey: .model)
    try container.encodeIfPresent(repairs, forKey: .repairs)
    try container.encode(segments, forKey: .segments)
    try container.encode(settings, forKey: .settings)
    if !speakers.isEmpty { try container.encode(speakers, forKey: .speakers) }
  }
}
