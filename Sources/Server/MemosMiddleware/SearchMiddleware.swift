import DatabaseClient
import Dependencies
public import HTTPMessages
import MiddlewareHelpers
public import ServerRouter

public struct SearchMiddleware: Sendable {
  @Dependency(\.database) private var database

  public init() {}

  public func search(_ search: SearchRequest, _ request: HTTPRequest) async throws -> HTTPResponse {
    let query = search.query
    let hits = try await database.search(query: query)
    let total =
      hits.count < query.limit ? hits.count : try await database.searchCount(query: query)
    return try request.json(SearchResults(hits: hits.map(SearchResults.Hit.init), total: total))
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
