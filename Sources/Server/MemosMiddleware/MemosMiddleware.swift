import DatabaseClient
import Dependencies
public import HTTPMessages
import ImportCore
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
    var query = list.query
    if let after = list.after, !list.sort.goes(by: after.key) {
      throw ServerProblem(
        .badRequest, "Invalid request",
        detail: "'after' comes from a list in another order: start again without it")
    }
    if let after = list.after, case .date(let date) = after.key {
      // A client that makes a cursor of a memo's date knows it to the millisecond only.
      let last = try await database.recordings(
        matching: RecordingQuery(ids: [after.id], place: nil)
      ).first
      if let last, abs(last.date.timeIntervalSince(date)) < 0.001 {
        query.after = RecordingQuery.Position(after: last)
      }
    }
    return try request.json(list.page(of: try await database.recordings(matching: query)))
  }

  /// The ids that begin so.
  public func ids(_ wanted: MemoIDsRequest, _ request: HTTPRequest) async throws -> HTTPResponse {
    try request.json(MemoIDs(try await database.recordingIDs(startingWith: wanted.prefix)))
  }

  /// The names of all files of sound.
  public func files(_ request: HTTPRequest) async throws -> HTTPResponse {
    try request.json(FileNames(files: try await database.audioFileNames().sorted()))
  }

  /// The memo that holds just these bytes.
  public func memo(sha256: String, _ request: HTTPRequest) async throws -> HTTPResponse {
    guard let memo = try await database.recordingWithChecksum(sha256.lowercased())
    else {
      throw ServerProblem(
        .notFound, "Not found", detail: "this library has no audio with that SHA-256")
    }
    return try request.json(memo)
  }

  /// One memo.
  public func get(_ id: Recording.ID, _ request: HTTPRequest) async throws -> HTTPResponse {
    try request.json(try await database.memo(id))
  }

  /// Changes a memo, if it is as the client knows it, and answers with what it is then.
  public func change(
    _ id: Recording.ID, _ change: MemoChange, _ request: HTTPRequest
  ) async throws -> HTTPResponse {
    if change.tags?.contains(where: { $0.allSatisfy(\.isWhitespace) }) == true {
      throw ServerProblem(
        .unprocessableContent, "Invalid tag", detail: "a tag must not be blank")
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
        .unprocessableContent, "Invalid title", detail: "a memo's title cannot be empty")
    }
    return title
  }

  /// Moves a memo to the trash.
  public func trash(_ id: Recording.ID, _ request: HTTPRequest) async throws -> HTTPResponse {
    try request.requireMatch(try await database.memo(id))
    try await database.trash(ids: [id], at: now)
    return .noContent
  }

  /// Moves memos to the trash.
  public func trash(_ memos: MemoIDs) async throws -> HTTPResponse {
    try await database.trash(ids: memos.ids, at: now)
    return .noContent
  }

  /// Takes memos out of the trash.
  public func restore(_ memos: MemoIDs) async throws -> HTTPResponse {
    try await database.restore(ids: memos.ids)
    return .noContent
  }

  /// Deletes for good those that are in the trash, and answers with them.
  public func delete(_ memos: MemoIDs) async throws -> HTTPResponse {
    let outcome = try await TrashEmptier()(memos.ids)
    return try .json(DeletedMemos(memos: outcome.forgotten, byteCount: outcome.byteCount))
  }

  /// Takes a memo out of the trash, and answers with what it is then.
  public func restore(_ id: Recording.ID, _ request: HTTPRequest) async throws -> HTTPResponse {
    try request.requireMatch(try await database.memo(id))
    try await database.restore(ids: [id])
    return try request.json(try await database.memo(id))
  }
}
