public import DatabaseClient
import Dependencies
import POSIX

/// Recently used tokens, to avoid a query per request. Any change of the library outdates them, so
/// that a revocation takes effect at once.
public final class TokenCache: Sendable {
  private let tokens = Mutex<[String: (token: AccessToken, revision: Int)]>([:])

  private static let limit = 1_000

  public init() {}

  public func cachedToken(matching text: String, revision: Int?) -> AccessToken? {
    @Dependency(\.date.now) var now
    let checksum = Secret.checksum(of: text)
    guard let known = tokens.withLock({ $0[checksum] }), known.revision == revision,
      !known.token.shouldRecordUse(at: now)
    else { return nil }
    return known.token
  }

  /// Records the token's use. `revision` must be from before this call.
  public func token(matching text: String, revision: Int?) async throws -> AccessToken? {
    let checksum = Secret.checksum(of: text)
    // Reads the library's file: see `HTTPServer` on handlers that block their thread.
    await Task.yield()
    let token = try await TokenIssuer().token(matching: text)
    if let token, let revision {
      tokens.withLock { tokens in
        if tokens.count >= Self.limit { tokens = [:] }
        tokens[checksum] = (token, revision)
      }
    }
    return token
  }
}
