public import DatabaseClient
import Dependencies
public import Foundation

public struct TokenIssuer: Sendable {
  @Dependency(\.database.access) private var access
  @Dependency(\.date.now) private var now
  @Dependency(\.withRandomNumberGenerator) private var withRandomNumberGenerator

  public init() {}

  /// Returns the token, which the library doesn't store.
  public func add(
    named name: String, scopes: Set<AccessScope>, expiresAt: Date? = nil
  ) async throws -> String {
    let text = Self.prefix + Secret.make(withRandomNumberGenerator)
    try await store(name, scopes: scopes, expiresAt, sha256: Secret.checksum(of: text))
    return text
  }

  /// - Parameter sha256: Hexadecimal, of a token that the client made, with ``prefix``.
  public func add(
    named name: String, scopes: Set<AccessScope>, expiresAt: Date? = nil, sha256: String
  ) async throws {
    guard let sha256 = TokenRules.checksum(sha256)
    else { throw TokenError.invalidChecksum }
    try await store(name, scopes: scopes, expiresAt, sha256: sha256)
  }

  private func store(
    _ name: String, scopes: Set<AccessScope>, _ expiresAt: Date?, sha256: String
  ) async throws {
    if let reason = TokenRules.problem(ofName: name) {
      throw TokenError.invalidName(name, reason: reason)
    }
    let token = AccessToken(name: name, scopes: scopes, createdAt: now, expiresAt: expiresAt)
    guard try await !access.addToken(token: token, sha256: sha256)
    else { return }
    let isNameTaken = try await access.tokens().contains { $0.name == name }
    throw isNameTaken ? TokenError.nameTaken(name) : .checksumTaken
  }

  public func token(matching text: String) async throws -> AccessToken? {
    guard text.hasPrefix(Self.prefix)
    else { return nil }
    return try await access.token(sha256: Secret.checksum(of: text), usedAt: now)
  }

  /// Identifies a token found in a file.
  static let prefix = "speechmemo_"
}
