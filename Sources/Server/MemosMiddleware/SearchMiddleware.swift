import DatabaseClient
import Dependencies
public import HTTPMessages
import MiddlewareHelpers
public import ServerRouter

public struct SearchMiddleware: Sendable {
  @Dependency(\.database) private var database

  public init() {}

  public func search(_ search: SearchRequest, _ request: HTTPRequest) async throws -> HTTPResponse {
    var query = search.query
    let limit = query.limit
    query.limit += 1
    let found = try await hits(query)
    let hits = found.prefix(limit)
    let isLast = found.count <= limit
    let total =
      isLast && query.after == nil ? hits.count : try await database.searchCount(query: query)
    return try request.json(
      SearchResults(
        hits: hits.map(SearchResults.Hit.init),
        next: isLast ? nil : hits.last?.recording.id.text, total: total))
  }

  private func hits(_ query: SearchQuery) async throws -> [SearchHit] {
    do {
      return try await database.search(query: query)
    } catch DatabaseError.notFound where query.after != nil {
      throw ServerProblem.noPage
    }
  }

  public func statistics(
    words: Int, _ request: HTTPRequest
  ) async throws -> HTTPResponse {
    let count = min(max(words, 0), WordStatisticsValue.maximumWords)
    return try request.json(
      WordStatisticsValue(
        try await database.wordStatistics(mostFrequent: count),
        repairs: try await database.repairs()))
  }
}
