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

  /// The token that is shown, if it is known to open the library, and its use need not be noted.
  ///
  /// - Parameter revision: The library's, from before this was called.
  public func known(shown text: String, revision: Int?) -> AccessToken? {
    @Dependency(\.date.now) var now
    let checksum = Secret.checksum(of: text)
    guard let known = tokens.withLock({ $0[checksum] }), known.revision == revision,
      !known.token.notesUse(at: now)
    else { return nil }
    return known.token
  }

  /// The token that is shown, if it opens the library of the current dependencies. That it was used
  /// is noted.
  ///
  /// - Parameter revision: The library's, from before this was called.
  public func token(shown text: String, revision: Int?) async throws -> AccessToken? {
    let checksum = Secret.checksum(of: text)
    // The library's file is read: see `HTTPServer` on handlers that wait with the thread.
    await Task.yield()
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
