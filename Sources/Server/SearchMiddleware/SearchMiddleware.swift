import DatabaseClient
import Dependencies
public import HTTPMessages
import MiddlewareHelpers
public import ServerRouter

/// Finds words in transcripts and titles.
public struct SearchMiddleware: Sendable {
  @Dependency(\.database) private var database

  public init() {}

  /// The places where words occur.
  public func search(_ search: SearchRequest, _ request: HTTPRequest) async throws -> HTTPResponse {
    try request.json(
      SearchResults(
        hits: try await database.search(query: search.query).map(SearchResults.Hit.init)))
  }
}
