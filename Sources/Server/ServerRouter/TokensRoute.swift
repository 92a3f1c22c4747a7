public import CasePaths
public import DatabaseClient
public import Foundation

@CasePathable
public enum TokensRoute: Equatable, Sendable {
  case list
  case add(TokenRequest)
  case remove(String)
}

public struct TokenRequest: Codable, Equatable, Sendable {
  public var name: String
  /// Defaults to `read`.
  public var scopes: [String]?
  /// Hexadecimal SHA-256 of a token made by the client; `nil` to let the server make one.
  public var sha256: String?

  public init(name: String, scopes: [String]? = nil, sha256: String? = nil) {
    self.name = name
    self.scopes = scopes
    self.sha256 = sha256
  }
}

public struct TokenValue: Codable, Equatable, Sendable {
  public var createdAt: Date
  public var lastUsedAt: Date?
  public var name: String
  public var scopes: [String]

  public init(_ token: AccessToken) {
    createdAt = token.createdAt
    lastUsedAt = token.lastUsedAt
    name = token.name
    scopes = token.scopes.names
  }

  public var value: AccessToken {
    AccessToken(
      name: name, scopes: Set(scopes.compactMap(AccessScope.init(rawValue:))),
      createdAt: createdAt, lastUsedAt: lastUsedAt)
  }
}

public struct TokenList: Codable, Equatable, Sendable {
  public var tokens: [TokenValue]

  public init(tokens: [TokenValue]) {
    self.tokens = tokens
  }
}

public struct AddedToken: Codable, Equatable, Sendable {
  public var name: String
  public var scopes: [String]
  /// Sent only once; `nil` if the client made the token.
  public var token: String?

  public init(name: String, scopes: [String], token: String?) {
    self.name = name
    self.scopes = scopes
    self.token = token
  }
}
