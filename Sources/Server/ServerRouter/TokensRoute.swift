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
  /// Seconds; `nil` for a token that doesn't expire.
  public var expiresIn: Double?
  public var name: String
  /// Defaults to `read`.
  public var scopes: [String]?
  /// Hexadecimal SHA-256 of a token made by the client; `nil` to let the server make one.
  public var sha256: String?

  public init(
    name: String, scopes: [String]? = nil, expiresIn: Double? = nil, sha256: String? = nil
  ) {
    self.expiresIn = expiresIn
    self.name = name
    self.scopes = scopes
    self.sha256 = sha256
  }
}

public struct TokenValue: Codable, Equatable, Sendable {
  public var createdAt: Date
  public var expiresAt: Date?
  /// `token`, `session` or `code`; `nil` from servers of earlier versions.
  public var kind: String?
  public var lastUsedAt: Date?
  public var name: String
  /// The name of the token or session with which this one ends.
  public var parent: String?
  public var scopes: [String]

  public init(_ token: AccessToken) {
    createdAt = token.createdAt
    expiresAt = token.expiresAt
    kind = token.kind.rawValue
    lastUsedAt = token.lastUsedAt
    name = token.name
    parent = token.parent
    scopes = token.scopes.names
  }

  public var value: AccessToken {
    AccessToken(
      name: name, scopes: Set(scopes.compactMap(AccessScope.init(rawValue:))),
      createdAt: createdAt, lastUsedAt: lastUsedAt, expiresAt: expiresAt,
      kind: kind.flatMap(AccessToken.Kind.init(rawValue:)) ?? .token, parent: parent)
  }
}

public struct TokenList: Codable, Equatable, Sendable {
  public var tokens: [TokenValue]

  public init(tokens: [TokenValue]) {
    self.tokens = tokens
  }
}

public struct AddedToken: Codable, Equatable, Sendable {
  public var expiresAt: Date?
  public var name: String
  public var scopes: [String]
  /// Sent only once; `nil` if the client made the token.
  public var token: String?

  public init(name: String, scopes: [String], token: String?, expiresAt: Date? = nil) {
    self.expiresAt = expiresAt
    self.name = name
    self.scopes = scopes
    self.token = token
  }
}
