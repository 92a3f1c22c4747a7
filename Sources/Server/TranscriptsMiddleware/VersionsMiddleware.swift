import DatabaseClient
import Dependencies
public import HTTPMessages
import MiddlewareHelpers
public import ServerRouter
public import SharedModels

public struct VersionsMiddleware: Sendable {
  @Dependency(\.database) private var database
  @Dependency(\.date.now) private var now

  public init() {}

  public func lastEdit(_ request: HTTPRequest) async throws -> HTTPResponse {
    try request.json(LastEditValue(try await database.history.lastEdit()))
  }

  public func respond(
    to route: VersionsRoute, of id: Recording.ID, _ request: HTTPRequest
  ) async throws -> HTTPResponse {
    _ = try await database.memo(id)
    switch route {
    case .list:
      return try request.json(VersionList(try await database.history.versions(of: id)))
    case .get(let number):
      let transcription = try await finding(number) {
        try await database.history.transcription(of: id, version: number)
      }
      return try request.json(transcription.withoutVoices)
    case .restore(let number, let replaced):
      try await finding(number) {
        try await database.history.restore(
          of: id, version: number, current: replaced.current, at: now)
      }
      return try .json(VersionList(try await database.history.versions(of: id)))
    }
  }

  private func finding<Value>(
    _ number: Int, _ work: () async throws -> Value
  ) async throws -> Value {
    do {
      return try await work()
    } catch DatabaseError.notFound {
      throw ServerProblem.notFound("the memo's text has no version \(number)")
    }
  }
}
