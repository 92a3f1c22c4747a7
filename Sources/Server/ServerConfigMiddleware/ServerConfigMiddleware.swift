import Build
public import DatabaseClient
import Dependencies
public import HTTPMessages
import Hashing
import LibraryFolder
import MiddlewareHelpers
public import ServerRouter

/// Tells a client what it has to know of the server before it uses it.
public struct ServerConfigMiddleware: Sendable {
  @Dependency(\.build) private var build
  @Dependency(\.database) private var database
  @Dependency(\.libraryFolder) private var folder

  private let engine: EngineReport
  private let limits: ServerDescription.Limits

  /// - Parameters:
  ///   - engine: What knows the speech engine.
  ///   - limits: What clients may ask for at most.
  public init(_ engine: EngineReport, limits: ServerDescription.Limits) {
    self.engine = engine
    self.limits = limits
  }

  /// What there is for a visitor.
  ///
  /// - Parameters:
  ///   - token: The name of the token that is shown, if one is.
  ///   - scopes: What it allows.
  public func get(
    token: String?, scopes: Set<AccessScope>, _ request: HTTPRequest
  ) async throws -> HTTPResponse {
    try request.json(
      ServerDescription(
        version: build.version.rawValue,
        libraries: [
          ServerDescription.Library(
            id: Self.id(of: database.libraryID()), name: folder.root.lastPathComponent)
        ],
        token: ServerDescription.Token(name: token, scopes: scopes.names), limits: limits,
        engine: await engine.value, features: Self.features))
  }

  /// The protocols that are spoken, and what of ours a client may look for.
  static let features = [
    "events", "jobs", "links", "mcp", "memos", "openai-realtime", "openai-transcriptions", "peaks",
    "settings", "tokens", "tus",
  ]

  /// What the database calls it may have a path of the server in it.
  private static func id(of text: String) -> String {
    var checksum = Checksum()
    Array(text.utf8).withUnsafeBytes { checksum.update($0) }
    return String(checksum.finish().prefix(32))
  }
}
