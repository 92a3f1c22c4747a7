public import DatabaseClient
public import Foundation
public import SharedModels
public import Tagged
import URLRouting

public struct SearchRequest: Equatable, Sendable {
  public var after: Recording.ID?
  public var from: Date?
  public var isFavorite: Bool?
  public var limit = 50
  public var longer: Double?
  public var placeLimit: Int?
  public var shorter: Double?
  public var statuses: [String] = []
  public var tags: [String] = []
  /// In the syntax of `SearchQuery`.
  public var text: String
  public var until: Date?

  public static let maximumLimit = 1000

  public init(_ text: String = "") {
    self.text = text
  }

  static let parser = Query(Self()) {
    Field("q", \.text)
    Field("after", \.after)
    Field("favorite", \.isFavorite)
    Field("from", \.from)
    Field("limit", \.limit)
    Field("longer", \.longer)
    Field("places", \.placeLimit)
    Field("shorter", \.shorter)
    Field("state", \.statuses)
    Field("tag", \.tags)
    Field("until", \.until)
  }

  public var query: SearchQuery {
    var query = SearchQuery(
      text, limit: min(max(limit, 1), Self.maximumLimit), placeLimit: placeLimit.map { max($0, 0) })
    query.after = after
    query.filter = RecordingFilter(
      from: from, until: until, isFavorite: isFavorite,
      longer: longer.map(MemoListRequest.length), shorter: shorter.map(MemoListRequest.length),
      statuses: Set(statuses), tags: tags)
    return query
  }
}

public struct SearchResults: Codable, Equatable, Sendable {
  public var hits: [Hit]
  /// The id of the last hit; `nil` on the last page.
  public var next: String?
  /// How many memos a search without a limit finds. Older servers don't send it.
  public var total: Int?

  public init(hits: [Hit], next: String? = nil, total: Int? = nil) {
    self.hits = hits
    self.next = next
    self.total = total
  }

  public struct Hit: Codable, Equatable, Sendable {
    public var memo: Recording
    /// Includes the places left out of ``places``.
    public var placeCount: Int
    public var places: [Place]
  }

  public struct Place: Codable, Equatable, Sendable {
    public var excerpt: String
    /// UTF-8 offsets in the excerpt: the first byte, and the one after the last.
    public var matches: [[Int]]
    public var time: Double
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
