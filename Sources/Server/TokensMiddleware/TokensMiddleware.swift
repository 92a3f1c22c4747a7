import DatabaseClient
import Dependencies
public import HTTPMessages
import MiddlewareHelpers
public import ServerRouter
public import TokenCore

/// Lists, makes and revokes what opens a library.
public struct TokensMiddleware: Sendable {
  @Dependency(\.database) private var database

  private let watch: TokenWatch

  /// - Parameter watch: What ends what goes on under a token that is revoked.
  public init(_ watch: TokenWatch) {
    self.watch = watch
  }

  /// All tokens, and nothing by which one could be shown.
  public func list(_ request: HTTPRequest) async throws -> HTTPResponse {
    try request.json(TokenList(tokens: try await database.accessTokens().map(TokenValue.init)))
  }

  /// Has another token open the library.
  public func add(_ wanted: TokenRequest) async throws -> HTTPResponse {
    do {
      let scopes = try TokenRules.scopes(named: wanted.scopes ?? [])
      var added = AddedToken(name: wanted.name, scopes: scopes.names, token: nil)
      if let sha256 = wanted.sha256 {
        try await TokenIssuer().add(named: wanted.name, scopes: scopes, sha256: sha256)
      } else {
        added.token = try await TokenIssuer().add(named: wanted.name, scopes: scopes)
      }
      var response = try HTTPResponse.json(added, .created)
      // It is not to be found in what a browser or a proxy keeps.
      response.headers["Cache-Control"] = "no-store"
      return response
    } catch let error as TokenError {
      throw ServerProblem(error)
    }
  }

  /// Has a token open the library no longer, and ends what goes on under it.
  public func remove(_ name: String) async throws -> HTTPResponse {
    guard try await database.removeAccessToken(name: name)
    else {
      throw ServerProblem(
        .notFound, "Not found", detail: "this library has no token named '\(name)'")
    }
    await watch.check()
    return .noContent
  }
}

extension ServerProblem {
  fileprivate init(_ error: TokenError) {
    switch error {
    case .checksumTaken, .nameTaken, .transcriberThere:
      self.init(.conflict, "Already exists", detail: error.description)
    case .noChecksum, .noName, .noScope:
      self.init(.unprocessableContent, "Invalid token", detail: error.description)
    }
  }
}
