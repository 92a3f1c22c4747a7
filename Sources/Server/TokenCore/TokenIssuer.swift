public import DatabaseClient
import Dependencies

/// Makes what programs on other machines show to reach the library, and finds what it stands for.
public struct TokenIssuer: Sendable {
  @Dependency(\.database) private var database
  @Dependency(\.date.now) private var now
  @Dependency(\.withRandomNumberGenerator) private var withRandomNumberGenerator

  public init() {}

  /// Has a new token open the library.
  ///
  /// - Returns: What is to be shown. The library does not keep it.
  /// - Throws: ``TokenError``, or what the database says.
  public func add(named name: String, scopes: Set<AccessScope>) async throws -> String {
    let text = Self.prefix + Secret.make(withRandomNumberGenerator)
    try await store(name, scopes: scopes, sha256: Secret.checksum(of: text))
    return text
  }

  /// Has a token open the library that its client has made and keeps to itself.
  ///
  /// - Parameter sha256: In hexadecimal, of the token as text, which begins as ours do.
  /// - Throws: ``TokenError``, or what the database says.
  public func add(named name: String, scopes: Set<AccessScope>, sha256: String) async throws {
    guard let sha256 = TokenRules.checksum(sha256)
    else { throw TokenError.noChecksum }
    try await store(name, scopes: scopes, sha256: sha256)
  }

  private func store(_ name: String, scopes: Set<AccessScope>, sha256: String) async throws {
    if let reason = TokenRules.problem(ofName: name) {
      throw TokenError.noName(name, reason: reason)
    }
    let token = AccessToken(name: name, scopes: scopes, createdAt: now)
    guard try await !database.addAccessToken(token: token, sha256: sha256)
    else { return }
    let isNameTaken = try await database.accessTokens().contains { $0.name == name }
    throw isNameTaken ? TokenError.nameTaken(name) : .checksumTaken
  }

  /// The token that is shown, if it opens this library. That it was used is noted.
  public func token(shown text: String) async throws -> AccessToken? {
    guard text.hasPrefix(Self.prefix)
    else { return nil }
    return try await database.accessToken(sha256: Secret.checksum(of: text), usedAt: now)
  }

  /// By which who finds one in a file knows what it is.
  static let prefix = "speechmemo_"
}
