public import DatabaseClient
public import Foundation
public import SharedModels
import Tagged
import URLRouting

/// Words to find in the library's transcripts and titles.
public struct SearchRequest: Equatable, Sendable {
  public var from: Date?
  /// At most this many memos, and no more than ``maximumLimit``.
  public var limit = 50
  /// At most this many places of each memo; `nil` for all.
  public var placeLimit: Int?
  /// As a person types them: see `SearchQuery`.
  public var text: String
  public var until: Date?

  /// How many memos one answer can have.
  public static let maximumLimit = 1000

  public init(_ text: String = "") {
    self.text = text
  }

  static let parser = Query(Self()) {
    Field("q", \.text)
    Field("from", \.from)
    Field("limit", \.limit)
    Field("places", \.placeLimit)
    Field("until", \.until)
  }

  /// What it asks of the database.
  public var query: SearchQuery {
    SearchQuery(
      text, from: from, until: until, limit: min(max(limit, 1), Self.maximumLimit),
      placeLimit: placeLimit.map { max($0, 0) })
  }
}

/// What a search has found, the memo that was added last first.
public struct SearchResults: Codable, Equatable, Sendable {
  public var hits: [Hit]

  public init(hits: [Hit]) {
    self.hits = hits
  }

  /// A memo in which something was found.
  public struct Hit: Codable, Equatable, Sendable {
    public var memo: Recording
    /// How many places there are, those included that are not given.
    public var placeCount: Int
    public var places: [Place]
  }

  /// A place in a transcript.
  public struct Place: Codable, Equatable, Sendable {
    public var excerpt: String
    /// What was found: each the first byte of the excerpt in UTF-8, and the one behind the last.
    public var matches: [[Int]]
    /// When the first word that was found is spoken, in seconds.
    public var time: Double
    /// The index of that word in the transcript.
    public var word: Int
  }
}

extension SearchResults.Hit {
  public init(_ hit: SearchHit) {
    memo = hit.recording
    placeCount = hit.placeCount
    places = hit.places.map { place in
      SearchResults.Place(
        excerpt: place.excerpt, matches: place.matches.map { [$0.lowerBound, $0.upperBound] },
        time: place.time.secondsToMillisecond, word: place.wordIndex)
    }
  }

  /// The same as the database tells it. Matches that are none are left out.
  public var value: SearchHit {
    SearchHit(
      recording: memo,
      places: places.map { place in
        SearchHit.Place(
          excerpt: place.excerpt,
          matches: place.matches.compactMap {
            $0.count == 2 && $0[0] >= 0 && $0[0] <= $0[1] ? $0[0]..<$0[1] : nil
          },
          time: Duration(secondsToMillisecond: place.time) ?? .zero, wordIndex: place.word)
      },
      placeCount: placeCount)
  }
}
