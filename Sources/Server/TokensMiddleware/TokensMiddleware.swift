public import DatabaseClient
import Dependencies
import Foundation
public import HTTPMessages
import MiddlewareHelpers
public import ServerRouter
public import TokenCore

public struct TokensMiddleware: Sendable {
  @Dependency(\.database.access) private var access
  @Dependency(\.date.now) private var now

  private let watch: TokenWatch

  public init(_ watch: TokenWatch) {
    self.watch = watch
  }

  public func respond(
    to route: TokensRoute, token: AccessToken?, _ request: HTTPRequest
  ) async throws -> HTTPResponse {
    switch route {
    case .add(let wanted): return try await add(wanted, by: token)
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

  private func add(_ wanted: TokenRequest, by token: AccessToken?) async throws -> HTTPResponse {
    do {
      // A token would outlive the session that made it.
      guard token?.kind != .session
      else { throw TokenError.madeBySession }
      let scopes = try TokenRules.scopes(named: wanted.scopes ?? [])
      let expiresAt = try TokenRules.expiry(after: wanted.expiresIn, from: now)
      var added = AddedToken(
        name: wanted.name, scopes: scopes.names, token: nil, expiresAt: expiresAt)
      if let sha256 = wanted.sha256 {
        try await TokenIssuer().add(
          named: wanted.name, scopes: scopes, expiresAt: expiresAt, sha256: sha256)
      } else {
        added.token = try await TokenIssuer().add(
          named: wanted.name, scopes: scopes, expiresAt: expiresAt)
      }
      return try .added(added)
    } catch let error as TokenError {
      throw ServerProblem(error)
    }
  }
}

extension HTTPResponse {
  static func added(_ token: AddedToken) throws -> Self {
    var response = try HTTPResponse.json(token, .created)
    response.headers["Cache-Control"] = "no-store"
    return response
  }
}

extension ServerProblem {
  init(_ error: TokenError) {
    switch error {
    case .checksumTaken, .nameTaken, .transcriberExists:
      self.init(.conflict, .alreadyExists, detail: error.description)
    case .madeBySession: self.init(.forbidden, .notAllowed, detail: error.description)
    case .invalidChecksum, .invalidLifetime, .invalidName, .unknownScope:
      self.init(.unprocessableContent, .invalidToken, detail: error.description)
    }
  }
}
