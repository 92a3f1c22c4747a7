import DatabaseClient
import Dependencies
import Foundation
public import HTTPMessages
import MiddlewareHelpers
public import ServerRouter
public import SharedModels

public struct MemosMiddleware: Sendable {
  @Dependency(\.database) var database
  @Dependency(\.date.now) var now

  public init() {}

  public func list(_ list: MemoListRequest, _ request: HTTPRequest) async throws -> HTTPResponse {
    var query = list.query
    if let after = list.after, !list.sort.sorts(by: after.key) {
      throw ServerProblem.invalidRequest(
        "'after' comes from a list in another order: start again without it")
    }
    if let after = list.after, case .date(let date) = after.key {
      // Clients that build a cursor from a memo's date know it only to the millisecond.
      if let last = try await database.recording(id: after.id),
        abs(last.date.timeIntervalSince(date)) < 0.001
      {
        query.after = RecordingQuery.Position(after: last)
      }
    }
    var page = list.page(of: try await database.recordings(matching: query))
    if list.hasFirstWords {
      let words = try await database.firstWords(of: page.memos.map(\.id))
      page.firstWords = Dictionary(
        uniqueKeysWithValues: words.map { ($0.text, $1) })
    }
    return try request.json(page)
  }

  public func ids(prefix: String, _ request: HTTPRequest) async throws -> HTTPResponse {
    try request.json(MemoIDs(try await database.recordingIDs(startingWith: prefix)))
  }

  public func files(_ request: HTTPRequest) async throws -> HTTPResponse {
    try request.json(FileNames(files: try await database.audioFileNames().sorted()))
  }

  public func tags(_ request: HTTPRequest) async throws -> HTTPResponse {
    try request.json(TagList(try await database.tagCounts()))
  }

  public func memo(sha256: String, _ request: HTTPRequest) async throws -> HTTPResponse {
    guard let memo = try await database.recordingWithChecksum(sha256.lowercased())
    else { throw ServerProblem.notFound("this library has no audio with that SHA-256") }
    return try request.json(memo)
  }

  public func get(_ id: Recording.ID, _ request: HTTPRequest) async throws -> HTTPResponse {
    try request.json(try await database.memo(id))
  }

  public func change(
    _ id: Recording.ID, _ change: MemoChange, _ request: HTTPRequest
  ) async throws -> HTTPResponse {
    if change.tags?.contains(where: { $0.allSatisfy(\.isWhitespace) }) == true {
      throw ServerProblem(
        .unprocessableContent, .invalidTag, detail: "a tag must not be blank")
    }
    let title = try change.title.map(Self.title(typed:))
    // To the millisecond, as it is sent, so that a filter with that date matches.
    let date = change.date.map { Date(iso8601: $0.iso8601) ?? $0 }
    let memo = try await database.modify(id: id) { memo in
      try request.requirePreconditions(for: memo)
      memo.title = title ?? memo.title
      memo.date = date ?? memo.date
      memo.tags = change.tags ?? memo.tags
      memo.isFavorite = change.isFavorite ?? memo.isFavorite
    }
    return try request.json(memo)
  }

  private static func title(typed text: String) throws(ServerProblem) -> String {
    guard let title = Recording.title(typed: text)
    else {
      throw ServerProblem(
        .unprocessableContent, .invalidTitle, detail: "a memo's title cannot be empty")
    }
    return title
  }

  public func trash(_ id: Recording.ID) async throws -> HTTPResponse {
    _ = try await database.memo(id)
    try await database.trash(ids: [id], at: now)
    return .noContent
  }

  public func restore(_ id: Recording.ID, _ request: HTTPRequest) async throws -> HTTPResponse {
    _ = try await database.memo(id)
    try await database.restore(ids: [id])
    return try request.json(try await database.memo(id))
  }
}
