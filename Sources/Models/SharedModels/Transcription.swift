public import Foundation
public import Tagged

/// What was said in a recording, when, and which engine wrote it down.
public struct Transcription: Codable, Equatable, Identifiable, Sendable {
  /// What tells one transcription from another.
  public typealias ID = Tagged<Transcription, UUID>

  /// The same for as long as the transcription exists.
  public let id: ID
  /// When it was made.
  public var createdAt: Date
  /// When a person last changed the text; `nil` while it is as the engine wrote it.
  public var editedAt: Date?
  /// The engine that wrote it.
  public var engine: TranscriptionEngine
  /// The language that was spoken, as a code such as `en`; `nil` if not known.
  public var language: String?
  /// The name of the model that was used, such as `tiny.en`.
  public var model: String
  /// How often the engine has put right what it had heard badly at first; `nil` if not known.
  public var repairs: Int?
  /// In the order of speech.
  public var segments: [Segment] {
    didSet { wordIndex = WordIndex(segments) }
  }
  /// What the engine was told.
  public var settings: TranscriptionSettings
  /// Who speaks, in the order in which they first do; empty where speakers were not told apart.
  public var speakers: [Speaker]

  var wordIndex: WordIndex

  /// The default id and date are fixed ones (all zero, 1970), so that transcriptions made of text
  /// alone, as partial results and tests do, compare equal.
  public init(
    id: ID = ID(UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))),
    createdAt: Date = Date(timeIntervalSince1970: 0),
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

  /// A transcription of text alone: one segment at time zero, without word times.
  public init(formattedString: String) {
    self.init(
      segments: formattedString.isEmpty
        ? [] : [Segment(start: .zero, end: .zero, text: formattedString)])
  }

  /// All that was said, the segments' texts one after the other.
  public var text: String { segments.map(\.text).joinedAsText() }

  /// The same as ``text``, by the name that speech frameworks use.
  public var formattedString: String { text }

  /// How many words were said. Segments without word times count the words of their text.
  public var wordCount: Int {
    segments.reduce(0) { count, segment in
      count + (segment.words.isEmpty ? segment.text.wordCount : segment.words.count)
    }
  }
}

extension Transcription: CustomReflectable {
  /// Without the index, which only repeats the segments.
  public var customMirror: Mirror {
    Mirror(
      self,
      children: [
        "id": id,
        "createdAt": createdAt,
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
    case id, createdAt, editedAt, engine, language, model, repairs, segments, settings, speakers
  }

  /// Only `id` is required: whatever else an older version did not write has a default.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      id: try container.decode(ID.self, forKey: .id),
      createdAt: try container.decode(.createdAt, default: Date(timeIntervalSince1970: 0)),
      editedAt: try container.decodeIfPresent(Date.self, forKey: .editedAt),
      engine: try container.decode(.engine, default: TranscriptionEngine()),
      language: try container.decodeIfPresent(String.self, forKey: .language),
      model: try container.decode(.model, default: ""),
      repairs: try container.decodeIfPresent(Int.self, forKey: .repairs),
      segments: try container.decode(.segments, default: []),
      settings: try container.decode(.settings, default: TranscriptionSettings()),
      speakers: try container.decode(.speakers, default: []))
  }

  /// Encodes all but the index, which is made of the segments.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    // As every id is written, so that one can be compared with another as text.
    try container.encode(id.rawValue.uuidString.lowercased(), forKey: .id)
    try container.encode(createdAt, forKey: .createdAt)
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
