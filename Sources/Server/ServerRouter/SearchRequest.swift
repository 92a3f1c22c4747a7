public import DatabaseClient
public import Foundation
public import SharedModels
import URLRouting

public struct SearchRequest: Equatable, Sendable {
  public var from: Date?
  public var limit = 50
  public var placeLimit: Int?
  /// In the syntax of `SearchQuery`.
  public var text: String
  public var until: Date?

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

  public var query: SearchQuery {
    SearchQuery(
      text, from: from, until: until, limit: min(max(limit, 1), Self.maximumLimit),
      placeLimit: placeLimit.map { max($0, 0) })
  }
}

public struct SearchResults: Codable, Equatable, Sendable {
  public var hits: [Hit]

  public init(hits: [Hit]) {
    self.hits = hits
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
