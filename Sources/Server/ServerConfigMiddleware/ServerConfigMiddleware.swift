import Build
public import DatabaseClient
import Dependencies
public import HTTPMessages
import Hashing
import LibraryFolder
import MiddlewareHelpers
public import ServerRouter
import SharedSettings

public struct ServerConfigMiddleware: Sendable {
  @Dependency(\.build) private var build
  @Dependency(\.database) private var database
  @Dependency(\.libraryFolder) private var folder

  private let engine: EngineReport
  private let limits: ServerDescription.Limits

  public init(_ engine: EngineReport, limits: ServerDescription.Limits) {
    self.engine = engine
    self.limits = limits
  }

  public func get(
    token: String?, scopes: Set<AccessScope>, _ request: HTTPRequest
  ) async throws -> HTTPResponse {
    // Hashed, because the database's id may contain a path on the server.
    let id = String(Checksum.of(database.libraryID()).prefix(32))
    return try request.json(
      ServerDescription(
        version: build.version.rawValue,
        libraries: [ServerDescription.Library(id: id, name: folder.root.lastPathComponent)],
        token: ServerDescription.Token(name: token, scopes: scopes.names), limits: limits,
        engine: await engine.value, features: Self.features,
        languages: Setting.whisperLanguages))
  }

  static let features = [
    "events", "history", "idempotency-keys", "jobs", "links", "mcp", "memos", "openai-realtime",
    "openai-transcriptions", "peaks", "settings", "summaries", "tokens", "tus", "webhook",
  ]
}
