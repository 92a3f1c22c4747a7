public import Foundation
public import SharedModels

/// Which memos to read.
public struct RecordingQuery: Equatable, Sendable {
  /// Where a page begins: after this memo in the order of the list.
  public struct Position: Equatable, Sendable {
    /// By what the list is ordered, of that memo. With it the place stays when the memo has gone.
    public let key: RecordingOrder.Key
    public let id: Recording.ID

    public init(after recording: Recording, in order: RecordingOrder = .newest) {
      self.init(order.key(of: recording), id: recording.id)
    }

    /// The place after the memo of that key and id.
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

  /// - Parameters:
  ///   - ids: Only these memos, or `nil` for all.
  ///   - place: The library, the trash, or `nil` for both.
  ///   - filter: Only memos that it lets through.
  ///   - order: Which memo comes first.
  ///   - after: Only memos that come after this one in the list. Its key has to be of that order.
  ///   - limit: At most this many.
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

/// Words to find in transcripts and titles.
public struct SearchQuery: Equatable, Sendable {
  /// Words as a person types them: all must occur in a memo. `"in quotes"` is a phrase, and a
  /// `*` at a word's end finds every word that begins so. Of scripts without spaces, and of Korean, any
  /// signs that stand together are found; see ``SearchText``. `speaker:anna` finds only what is said by
  /// speakers whose name begins so; alone, where they begin to speak.
  public var text: String
  /// Only memos from this moment on.
  public var from: Date?
  /// Only memos before this moment.
  public var until: Date?
  /// At most this many memos.
  public var limit: Int
  /// At most this many places of each memo, or `nil` for all.
  public var placeLimit: Int?

  /// How many different words may be searched for at once.
  public static let wordLimit = 64

  public init(
    _ text: String, from: Date? = nil, until: Date? = nil, limit: Int = 50, placeLimit: Int? = nil
  ) {
    self.text = text
    self.from = from
    self.until = until
    self.limit = limit
    self.placeLimit = placeLimit
  }
}

/// A memo in which a search found something.
public struct SearchHit: Equatable, Sendable {
  /// One place in a transcript.
  public struct Place: Equatable, Sendable {
    /// What was found with the words around it: a line of some hundreds of characters at most. A
    /// very long word is shortened.
    public let excerpt: String
    /// What was found, as UTF-8 offsets into `excerpt`.
    public let matches: [Range<Int>]
    /// When the first word that was found is spoken.
    public let time: Duration
    /// The index of that word in the transcript.
    public let wordIndex: Int

    public init(excerpt: String, matches: [Range<Int>], time: Duration, wordIndex: Int) {
      self.excerpt = excerpt
      self.matches = matches
      self.time = time
      self.wordIndex = wordIndex
    }
  }

  public let recording: Recording
  /// Empty where only the title matches.
  public let places: [Place]
  /// How many places there are, those included that the query's limit left out.
  public let placeCount: Int

  /// - Parameter placeCount: How many places there are, or `nil` where all are given.
  public init(recording: Recording, places: [Place], placeCount: Int? = nil) {
    self.recording = recording
    self.places = places
    self.placeCount = placeCount ?? places.count
  }
}

/// A memo with its transcript, for adding what was transcribed elsewhere.
public struct TranscribedMemo: Equatable, Sendable {
  public let recording: Recording
  public let transcription: Transcription

  public init(recording: Recording, transcription: Transcription) {
    self.recording = recording
    self.transcription = transcription
  }
}
