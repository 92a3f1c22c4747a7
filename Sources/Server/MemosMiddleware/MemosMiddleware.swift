import DatabaseClient
import Dependencies
public import HTTPMessages
import MiddlewareHelpers
public import ServerRouter
public import SharedModels

/// Lists, tells and changes memos.
public struct MemosMiddleware: Sendable {
  @Dependency(\.database) private var database
  @Dependency(\.date.now) private var now

  public init() {}

  /// A page of memos.
  public func list(_ list: MemoListRequest, _ request: HTTPRequest) async throws -> HTTPResponse {
    try request.json(list.page(of: try await database.recordings(matching: list.query)))
  }

  /// One memo.
  public func get(_ id: Recording.ID, _ request: HTTPRequest) async throws -> HTTPResponse {
    try request.json(try await database.memo(id))
  }

  /// Changes a memo, if it is as the client knows it, and answers with what it is then.
  public func change(
    _ id: Recording.ID, _ change: MemoChange, _ request: HTTPRequest
  ) async throws -> HTTPResponse {
    if let tag = change.tags?.first(where: { $0.allSatisfy(\.isWhitespace) }) {
      throw ServerProblem(
        .unprocessableContent, "Not a tag", detail: "'\(tag)' is no tag: give it a letter or more")
    }
    let title = try change.title.map(Self.title(typed:))
    let memo = try await database.modify(id: id) { memo in
      try request.requireMatch(memo)
      memo.title = title ?? memo.title
      memo.tags = change.tags ?? memo.tags
      memo.isFavorite = change.isFavorite ?? memo.isFavorite
    }
    return try request.json(memo)
  }

  private static func title(typed text: String) throws(ServerProblem) -> String {
    guard let title = Recording.title(typed: text)
    else {
      throw ServerProblem(
        .unprocessableContent, "Not a title",
        detail: "a memo's title cannot be empty: give it some words")
    }
    return title
  }

  /// Moves a memo to the trash.
  public func trash(_ id: Recording.ID, _ request: HTTPRequest) async throws -> HTTPResponse {
    try request.requireMatch(try await database.memo(id))
    try await database.trash(ids: [id], at: now)
    return .noContent
  }

  /// Takes a memo out of the trash, and answers with what it is then.
  public func restore(_ id: Recording.ID, _ request: HTTPRequest) async throws -> HTTPResponse {
    try request.requireMatch(try await database.memo(id))
    try await database.restore(ids: [id])
    return try request.json(try await database.memo(id))
  }
}
