public import CasePaths
public import DatabaseClient
public import Foundation

/// What can be asked of the tokens that open a library.
@CasePathable
public enum TokensRoute: Equatable, Sendable {
  case list
  /// Has another one open the library.
  case add(TokenRequest)
  /// Has the one of that name open it no longer.
  case remove(String)
}

/// A token that is to open the library.
public struct TokenRequest: Codable, Equatable, Sendable {
  public var name: String
  /// What it allows, by the names of scopes; to read, if nothing is given.
  public var scopes: [String]?
  /// The SHA-256, in hexadecimal, of a token that its client has made and keeps to itself;
  /// `nil` has the server make one.
  public var sha256: String?

  public init(name: String, scopes: [String]? = nil, sha256: String? = nil) {
    self.name = name
    self.scopes = scopes
    self.sha256 = sha256
  }
}

/// A token, without what opens the library: that is known to who has it.
public struct TokenValue: Codable, Equatable, Sendable {
  public var createdAt: Date
  /// To the minute; `nil` while it never was.
  public var lastUsedAt: Date?
  public var name: String
  public var scopes: [String]

  public init(_ token: AccessToken) {
    createdAt = token.createdAt
    lastUsedAt = token.lastUsedAt
    name = token.name
    scopes = token.scopes.names
  }

  /// The same as the database tells it, without scopes that are not known here.
  public var value: AccessToken {
    AccessToken(
      name: name, scopes: Set(scopes.compactMap(AccessScope.init(rawValue:))),
      createdAt: createdAt, lastUsedAt: lastUsedAt)
  }
}

/// The tokens of a library, by their names.
public struct TokenList: Codable, Equatable, Sendable {
  public var tokens: [TokenValue]

  public init(tokens: [TokenValue]) {
    self.tokens = tokens
  }
}

/// A token that opens the library from now on.
public struct AddedToken: Codable, Equatable, Sendable {
  public var name: String
  public var scopes: [String]
  /// What is to be shown, this once; `nil` where its client has made it.
  public var token: String?

  public init(name: String, scopes: [String], token: String?) {
    self.name = name
    self.scopes = scopes
    self.token = token
  }
}
