public import Foundation
public import Tagged

/// A memo: a recorded or imported piece of audio and what is known about it.
///
/// A value only. The audio itself is a file of the library, named by `audio.fileName`, and the
/// transcript is loaded on its own, so that a long list of recordings stays small.
public struct Recording: Codable, Equatable, Identifiable, Sendable {
  /// What tells one memo from another.
  public typealias ID = Tagged<Recording, UUID>

  /// The same for as long as the memo exists, in every library.
  public let id: ID
  /// The file of the library that holds the sound.
  public var audio: AudioFile
  /// When it was recorded, or imported if that is all that is known.
  public var date: Date
  /// How long the sound lasts.
  public var duration: Duration
  /// Whether a person has marked it.
  public var isFavorite: Bool
  /// Where it came from.
  public var provenance: Provenance
  /// Labels in the order they were given, each once. Blank ones are dropped.
  public var tags: [String] {
    didSet { tags = Self.unique(tags) }
  }
  /// What a person calls it.
  public var title: String
  /// How far its transcription is.
  public var transcription: TranscriptionState
  /// When it was put into the trash; `nil` while it is not there.
  public var trashedAt: Date?

  /// Creates a memo. Blank tags, and those that are given twice, are dropped.
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

  /// The title as a person reads it: a memo without one is called "Untitled".
  public var displayTitle: String { title.isEmpty ? "Untitled" : title }

  /// The title that a person has typed: on one line. `nil` where there is nothing in it.
  public static func title(typed text: String) -> String? {
    let line = text.split(whereSeparator: \.isNewline).joined(separator: " ")
    return line.allSatisfy(\.isWhitespace) ? nil : line
  }

  /// Whether it is in the trash.
  public var isTrashed: Bool { trashedAt != nil }

  private static func unique(_ tags: [String]) -> [String] {
    var seen: Set<String> = []
    return tags.filter { tag in !tag.allSatisfy(\.isWhitespace) && seen.insert(tag).inserted }
  }
}

extension Sequence where Element == Recording {
  /// The size of all audio files, in bytes. It saturates: a server can send any sizes.
  public var audioByteCount: Int64 {
    reduce(Int64(0)) { total, memo in
      let (sum, overflows) = total.addingReportingOverflow(Swift.max(0, memo.audio.byteCount))
      return overflows ? .max : sum
    }
  }
}

extension Recording {
  private enum CodingKeys: String, CodingKey {
    case id, audio, date, duration, isFavorite, provenance, tags, title, transcription, trashedAt
  }

  /// Only `id` is required: whatever else an older version did not write has a default.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      id: try container.decode(ID.self, forKey: .id),
      audio: try container.decode(.audio, default: AudioFile()),
      date: try container.decode(.date, default: Date(timeIntervalSince1970: 0)),
      duration: try container.decodeSeconds(.duration) ?? .zero,
      isFavorite: try container.decode(.isFavorite, default: false),
      provenance: try container.decode(.provenance, default: .unknown),
      tags: try container.decode(.tags, default: []),
      title: try container.decode(.title, default: ""),
      transcription: try container.decode(.transcription, default: .none),
      trashedAt: try container.decodeIfPresent(Date.self, forKey: .trashedAt))
  }

  /// Encodes times in seconds, rounded to the millisecond.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    // As every id is written, so that one can be compared with another as text.
    try container.encode(id.rawValue.uuidString.lowercased(), forKey: .id)
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
