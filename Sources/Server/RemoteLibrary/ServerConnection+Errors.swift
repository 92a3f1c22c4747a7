import ApiClient
import DatabaseClient
import Foundation
import HTTPMessages
import ServerRouter
import SharedModels

extension ServerConnection {
  func finding<Value>(
    _ what: String = "the memo", _ work: () async throws -> Value
  ) async throws -> Value {
    do {
      return try await work()
    } catch let ApiError.problem(_, problem) where problem.status == .notFound {
      throw DatabaseError.notFound(what)
    }
  }

  func perform(_ route: ServerRoute, notFound what: String) async throws {
    try await finding(what) { try await perform(route, headers: [:]) }
  }

  /// A conflict names the memo, and the change that was made in the meantime.
  func changeText(
    of memo: Recording.ID, _ route: MemoRoute, notFound what: String
  ) async throws {
    do {
      try await perform(.memos(.memo(memo, route)), notFound: what)
    } catch let ApiError.problem(_, problem) where problem.status == .conflict {
      let versions = try await HistoryClient.remote(self).versions(memo)
      let title = try await value(.memos(.memo(memo, .get)), as: Recording.self).title
      throw DatabaseError.conflict(ofTextOf: title, with: versions.current)
    }
  }

  func succeeds(_ route: ServerRoute, unless status: HTTPStatus) async throws -> Bool {
    do {
      try await perform(route)
      return true
    } catch let ApiError.problem(_, problem) where problem.status == status {
      return false
    }
  }

  func valueIfFound<Value: Decodable>(
    _ route: ServerRoute, as _: Value.Type = Value.self
  ) async throws -> Value? {
    do {
      return try await value(route)
    } catch let ApiError.problem(_, problem) where problem.status == .notFound {
      return nil
    }
  }

  func search(_ query: SearchQuery) async throws -> [SearchHit] {
    var request = SearchRequest(query)
    var hits: [SearchHit] = []
    while true {
      request.limit = min(query.limit - hits.count, SearchRequest.maximumLimit)
      let page = try await value(.search(request), as: SearchResults.self)
      hits += page.hits.map(\.value)
      guard hits.count < query.limit, let next = page.next.flatMap(UUID.init(uuidString:))
      else { return hits }
      request.after = Recording.ID(next)
    }
  }

  func searchCount(_ query: SearchQuery) async throws -> Int {
    var query = query
    (query.limit, query.placeLimit) = (1, 0)
    let results = try await value(.search(SearchRequest(query)), as: SearchResults.self)
    return results.total ?? results.hits.count
  }
}

extension SearchRequest {
  fileprivate init(_ query: SearchQuery) {
    self.init(query.text)
    after = query.after
    from = query.filter.from
    isFavorite = query.filter.isFavorite
    limit = query.limit
    longer = query.filter.longer?.secondsToMillisecond
    placeLimit = query.placeLimit
    shorter = query.filter.shorter?.secondsToMillisecond
    statuses = query.filter.statuses.sorted()
    tags = query.filter.tags
    until = query.filter.until
  }
}
