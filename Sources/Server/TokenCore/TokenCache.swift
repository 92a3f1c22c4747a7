public import DatabaseClient
import Dependencies
import POSIX

/// Tokens used within a minute, to save queries. Any change outdates them: revocation is immediate.
public final class TokenCache: Sendable {
  private let tokens = Mutex<[String: (token: AccessToken, revision: Int)]>([:])

  private static let limit = 1_000

  public init() {}

  /// Records the token's use. `revision` must be from before this call.
  public func token(
    matching text: String, in database: DatabaseClient, revision: Int?
  ) async throws -> AccessToken? {
    @Dependency(\.date.now) var now
    let checksum = Secret.checksum(of: text)
    if let known = tokens.withLock({ $0[checksum] }), known.revision == revision,
      !known.token.shouldRecordUse(at: now), !known.token.hasEnded(at: now)
    {
      return known.token
    }
    // Reads the library's file: see `HTTPServer` on handlers that block their thread.
    await Task.yield()
    let token = try await withDependencies {
      $0.database = database
    } operation: {
      try await TokenIssuer().token(matching: text)
    }
    if let token, let revision {
      tokens.withLock { tokens in
        if tokens.count >= Self.limit { tokens = [:] }
        tokens[checksum] = (token, revision)
      }
    }
    return token
  }
}
