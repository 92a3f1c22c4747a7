import DatabaseClient
import Dependencies
public import HTTPMessages
import MiddlewareHelpers
public import ServerRouter
public import TokenCore

public struct TokensMiddleware: Sendable {
  @Dependency(\.database.access) private var access

  private let watch: TokenWatch

  public init(_ watch: TokenWatch) {
    self.watch = watch
  }

  public func respond(
    to route: TokensRoute, _ request: HTTPRequest
  ) async throws -> HTTPResponse {
    switch route {
    case .add(let wanted): return try await add(wanted)
    case .list:
      return try request.json(
        TokenList(tokens: try await access.tokens().map(TokenValue.init)))
    case .remove(let name):
      guard try await access.removeToken(name: name)
      else { throw ServerProblem.notFound("this library has no token named '\(name)'") }
      await watch.check()
      return .noContent
    }
  }

  private func add(_ wanted: TokenRequest) async throws -> HTTPResponse {
    do {
      let scopes = try TokenRules.scopes(named: wanted.scopes ?? [])
      var added = AddedToken(name: wanted.name, scopes: scopes.names, token: nil)
      if let sha256 = wanted.sha256 {
        try await TokenIssuer().add(named: wanted.name, scopes: scopes, sha256: sha256)
      } else {
        added.token = try await TokenIssuer().add(named: wanted.name, scopes: scopes)
      }
      var response = try HTTPResponse.json(added, .created)
      // Browsers and proxies must not cache the token.
      response.headers["Cache-Control"] = "no-store"
      return response
    } catch let error as TokenError {
      throw ServerProblem(error)
    }
  }
}

extension ServerProblem {
  fileprivate init(_ error: TokenError) {
    switch error {
    case .checksumTaken, .nameTaken, .transcriberExists:
      self.init(.conflict, "Already exists", detail: error.description)
    case .invalidChecksum, .invalidName, .unknownScope:
      self.init(.unprocessableContent, "Invalid token", detail: error.description)
    }
  }
}
