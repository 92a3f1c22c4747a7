public import Foundation
public import Tagged

/// A memo: some recorded speech, and what is known about it.
public struct Recording: Codable, Equatable, Identifiable, Sendable {
  public typealias ID = Tagged<Recording, UUID>

  public let id: ID

  /// The file that holds the sound.
  public var audio: AudioFile

  /// When it was spoken, as far as is known: the start of the recording, or the file's date.
  public var date: Date

  public var duration: Duration
  public var isFavorite: Bool
  public var provenance: Provenance

  /// In the order they were given, each once.
  public var tags: [String]

  public var title: String
  public var transcription: TranscriptionState

  /// When it was moved to the trash, or `nil` while it is kept.
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
    self.tags = tags
    self.title = title
    self.transcription = transcription
    self.trashedAt = trashedAt
  }
}
