public import DependenciesMacros
public import Foundation
public import SharedModels

@DependencyClient
public struct AccessClient: Sendable {
  /// Includes tokens that have expired.
  public var tokens: @Sendable () async throws -> [AccessToken]

  /// Returns `false` if the name is taken.
  public var addToken: @Sendable (_ token: AccessToken, _ sha256: String) async throws -> Bool

  /// Adds a session or a sign-in code below `by`. If `by` is a code, replaces it. The result has at
  /// most the scopes and time of these, and a number if its name is taken. Deletes what has ended,
  /// and the longest unused beyond ``TokenTree/sessionLimit``. Returns `nil` if `by` has ended.
  public var addSession:
    @Sendable (_ session: AccessToken, _ sha256: String, _ by: AccessToken) async throws ->
      AccessToken?

  /// Removes the token with the sessions and codes below it.
  public var removeToken: @Sendable (_ name: String) async throws -> Bool

  /// Looks up a token and records its use, to the minute. `nil` if it, or an ancestor, has ended.
  public var token: @Sendable (_ sha256: String, _ usedAt: Date) async throws -> AccessToken?

  public var links: @Sendable (_ of: Recording.ID) async throws -> [ShareLink]

  /// Also deletes expired links of any memo. Returns `false` if the id or secret is taken.
  public var addLink: @Sendable (_ link: ShareLink, _ sha256: String) async throws -> Bool

  public var removeLink: @Sendable (_ id: ShareLink.ID, _ of: Recording.ID) async throws -> Bool

  /// `nil` if the link is unknown or expired, or the memo is in the trash.
  public var sharedMemo: @Sendable (_ sha256: String, _ at: Date) async throws -> Recording?
}
