public import DatabaseClient
import Dependencies
import Foundation
import SharedModels

/// Issues browsers' sessions, and single-use codes for another browser. Both end with their parent.
public struct SessionIssuer: Sendable {
  private static let codeScopes: Set<AccessScope> = [.read, .write, .transcribe]
  private static let codeLifetime: TimeInterval = 300

  @Dependency(\.database.access) private var access
  @Dependency(\.date.now) private var now
  @Dependency(\.withRandomNumberGenerator) private var withRandomNumberGenerator

  public init() {}

  /// Returns the session and its secret; `nil` if `token` has ended or is a used code.
  public func addSession(
    by token: AccessToken
  ) async throws -> (session: AccessToken, secret: String)? {
    guard token.kind != .session
    else { throw TokenError.madeBySession }
    return try await add(.session, AccessToken.sessionPrefix, token.scopes, nil, by: token)
  }

  /// Returns the code and its secret; `nil` if `token` has ended.
  public func addCode(
    by token: AccessToken
  ) async throws -> (code: AccessToken, secret: String)? {
    try await add(.code, "Code, ", Self.codeScopes, Self.codeLifetime, by: token)
  }

  private func add(
    _ kind: AccessToken.Kind, _ prefix: String, _ scopes: Set<AccessScope>,
    _ lifetime: TimeInterval?, by creator: AccessToken
  ) async throws -> (AccessToken, String)? {
    let (now, secret) = (now, TokenIssuer.prefix + Secret.make(withRandomNumberGenerator))
    let token = AccessToken(
      name: prefix + now.iso8601, scopes: scopes, createdAt: now,
      expiresAt: lifetime.map { now + $0 }, kind: kind)
    let added = try await access.addSession(
      session: token, sha256: Secret.checksum(of: secret), by: creator)
    return added.map { ($0, secret) }
  }
}
