public import Foundation
public import Tagged

/// A memo without its audio and transcript, so that long lists stay small.
public struct Recording: Codable, Equatable, Identifiable, Sendable {
  public typealias ID = Tagged<Recording, UUID>

  /// The same in every library.
  public let id: ID
  public var audio: AudioFile
  public var date: Date
  public var duration: Duration
  public var isFavorite: Bool
  public var provenance: Provenance
  /// In the order given, without duplicates and blank tags.
  public var tags: [String] {
    didSet { tags = Self.unique(tags) }
  }
  public var title: String
  public var transcription: TranscriptionState
  public var trashedAt: Date?

  public init(
    id: ID,
    audio: AudioFile,
    date: Date,
    duration: Duration,
    isFavorite: Bool = false,
    provenance: Provenance = .unknown,
    tags: [String] = [],
    title: String,
    transcription: TranscriptionState = .none,
    trashedAt: Date? = nil
  ) {
    self.id = id
    self.audio = audio
    self.date = date
    self.duration = duration
    self.isFavorite = isFavorite
    self.provenance = provenance
    self.tags = Self.unique(tags)
    self.title = title
    self.transcription = transcription
    self.trashedAt = trashedAt
  }

  public var displayTitle: String { title.isEmpty ? "Untitled" : title }

  public static func title(typed text: String) -> String? {
    let line = text.split(whereSeparator: \.isNewline).joined(separator: " ")
    return line.allSatisfy(\.isWhitespace) ? nil : line
  }

  public var isTrashed: Bool { trashedAt != nil }

  private static func unique(_ tags: [String]) -> [String] {
    var seen: Set<String> = []
    return tags.filter { tag in !tag.allSatisfy(\.isWhitespace) && seen.insert(tag).inserted }
  }
}

extension Sequence where Element == Recording {
  /// Saturates, because a server can send any size.
  public var audioByteCount: Int64 {
    reduce(Int64(0)) { total, memo in
      let (sum, overflows) = total.addingReportingOverflow(Swift.max(0, memo.audio.byteCount))
      return overflows ? .max : sum
    }
  }
}

extension Recording {
  private enum CodingKeys: String, CodingKey {
    case id, audio, date, duration
    case isFavorite = "favorite"
    case formerIsFavorite = "isFavorite"
    case provenance, tags, title, transcription, trashedAt
  }

  /// Only `id` is required. Older versions did not write all keys, and wrote `isFavorite`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      id: try container.decode(ID.self, forKey: .id),
      audio: try container.decode(.audio, default: AudioFile()),
      date: try container.decode(.date, default: Date(timeIntervalSince1970: 0)),
      duration: try container.decodeSeconds(.duration) ?? .zero,
      isFavorite: try container.decodeIfPresent(Bool.self, forKey: .isFavorite)
        ?? container.decode(.formerIsFavorite, default: false),
      provenance: try container.decode(.provenance, default: .unknown),
      tags: try container.decode(.tags, default: []),
      title: try container.decode(.title, default: ""),
      transcription: try container.decode(.transcription, default: .none),
      trashedAt: try container.decodeIfPresent(Date.self, forKey: .trashedAt))
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id.text, forKey: .id)
    try container.encode(audio, forKey: .audio)
    try container.encode(date, forKey: .date)
    try container.encodeSeconds(duration, .duration)
    try container.encode(isFavorite, forKey: .isFavorite)
    try container.encode(provenance, forKey: .provenance)
    try container.encode(tags, forKey: .tags)
    try container.encode(title, forKey: .title)
    try container.encode(transcription, forKey: .transcription)
    try container.encodeIfPresent(trashedAt, forKey: .trashedAt)
  }
}
