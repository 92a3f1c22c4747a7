public import Foundation
public import SharedModels

public struct RecordingQuery: Equatable, Sendable {
  public struct Position: Equatable, Sendable {
    /// Keeps the position valid after the memo is deleted.
    public let key: RecordingOrder.Key
    public let id: Recording.ID

    public init(after recording: Recording, in order: RecordingOrder = .newest) {
      self.init(order.key(of: recording), id: recording.id)
    }

    public init(_ key: RecordingOrder.Key, id: Recording.ID) {
      self.key = key
      self.id = id
    }
  }

  public enum Place: Equatable, Sendable {
    case library, trash
  }

  public var after: Position?
  public var filter: RecordingFilter
  public var ids: [Recording.ID]?
  public var limit: Int?
  public var order: RecordingOrder
  public var place: Place?

  /// `place` is `nil` for the library and the trash. The key of `after` must fit `order`.
  public init(
    ids: [Recording.ID]? = nil, place: Place? = .library,
    filter: RecordingFilter = RecordingFilter(), order: RecordingOrder = .newest,
    after: Position? = nil, limit: Int? = nil
  ) {
    self.after = after
    self.filter = filter
    self.ids = ids
    self.limit = limit
    self.order = order
    self.place = place
  }
}

extension DatabaseClient {
  public func recording(id: Recording.ID) async throws -> Recording? {
    try await recordings(matching: RecordingQuery(ids: [id], place: nil)).first
  }
}

public struct SearchQuery: Equatable, Sendable {
  /// The user's words, all of which must occur: `"in quotes"` a phrase, `word*` a prefix; see
  /// ``SearchText``. `speaker:anna` is the beginning of a speaker's name; alone, it finds turns.
  public var text: String
  /// The last hit of the page before. Throws ``DatabaseError/notFound(_:)`` once it is deleted.
  public var after: Recording.ID?
  public var filter: RecordingFilter
  public var limit: Int
  public var placeLimit: Int?

  public static let wordLimit = 64

  public init(
    _ text: String, from: Date? = nil, until: Date? = nil, limit: Int = 50, placeLimit: Int? = nil
  ) {
    self.text = text
    filter = RecordingFilter(from: from, until: until)
    self.limit = limit
    self.placeLimit = placeLimit
  }

  public var from: Date? {
    get { filter.from }
    set { filter.from = newValue }
  }

  public var until: Date? {
    get { filter.until }
    set { filter.until = newValue }
  }
}

public struct SearchHit: Equatable, Sendable {
  public struct Place: Equatable, Sendable {
    /// The match in its context, a line of some hundred characters. Very long words are shortened.
    public let excerpt: String
    /// UTF-8 offsets into `excerpt`.
    public let matches: [Range<Int>]
    public let time: Duration
    public let wordIndex: Int

    public init(excerpt: String, matches: [Range<Int>], time: Duration, wordIndex: Int) {
      self.excerpt = excerpt
      self.matches = matches
      self.time = time
      self.wordIndex = wordIndex
    }
  }

  public let recording: Recording
  /// Empty if only the title matches.
  public let places: [Place]
  /// Includes places that the query's limit omits.
  public let placeCount: Int

  public init(recording: Recording, places: [Place], placeCount: Int? = nil) {
    self.recording = recording
    self.places = places
    self.placeCount = placeCount ?? places.count
  }
}

public struct TranscribedMemo: Equatable, Sendable {
  public let recording: Recording
  public let transcription: Transcription

  public init(recording: Recording, transcription: Transcription) {
    self.recording = recording
    self.transcription = transcription
  }
}
