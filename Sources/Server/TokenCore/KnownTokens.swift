import ConcurrencyExtras
public import DatabaseClient
import Dependencies

/// Tokens that were shown lately, so that the library is not asked for one at each request. One is
/// forgotten when anything changes in the library: its being revoked counts at once.
public final class KnownTokens: Sendable {
  private let tokens = Protected<[String: (token: AccessToken, revision: Int)]>([:])

  /// As many are kept.
  private static let limit = 1_000

  public init() {}

  /// The token that is shown, if it opens the library of the current dependencies. That it was used
  /// is noted.
  public func token(shown text: String) async throws -> AccessToken? {
    @Dependency(\.database) var database
    @Dependency(\.date.now) var now
    let checksum = Secret.checksum(of: text)
    // What is asked for after this is not older.
    let revision = database.revision()
    let known = tokens.withLock { $0[checksum] }
    if let known, known.revision == revision, !known.token.notesUse(at: now) { return known.token }
    let token = try await TokenIssuer().token(shown: text)
    if let token, let revision {
      tokens.withLock { tokens in
        if tokens.count >= Self.limit { tokens = [:] }
        tokens[checksum] = (token, revision)
      }
    }
    return token
  }
}
