public import DatabaseClient
import Dependencies
public import Foundation
public import SharedModels
public import Tagged

/// Makes links that open one memo to whoever has them, and finds what they open.
public struct LinkIssuer: Sendable {
  /// For how long a link can be asked to hold.
  public static let lifetimes: ClosedRange<TimeInterval> = 60...366 * 86_400
  /// For how long a link holds of which nothing else is said: a week.
  public static let usualLifetime: TimeInterval = 7 * 86_400

  @Dependency(\.database) private var database
  @Dependency(\.date.now) private var now
  @Dependency(\.uuid) private var uuid
  @Dependency(\.withRandomNumberGenerator) private var withRandomNumberGenerator

  public init() {}

  /// Has a new link open a memo.
  ///
  /// - Parameter lifetime: For how many seconds, brought into ``lifetimes``.
  /// - Returns: The link, and the secret that opens it, which the library does not keep.
  public func add(
    for memo: Recording.ID, lifetime: TimeInterval = usualLifetime
  ) async throws -> (link: ShareLink, secret: String) {
    let secret = Secret.make(withRandomNumberGenerator)
    let seconds = min(max(lifetime, Self.lifetimes.lowerBound), Self.lifetimes.upperBound)
    let link = ShareLink(
      id: ShareLink.ID(uuid()), memo: memo, createdAt: now,
      expiresAt: now.addingTimeInterval(seconds))
    try await database.addShareLink(link: link, sha256: Secret.checksum(of: secret))
    return (link, secret)
  }

  /// The memo of this library that the secret opens now, if there is one.
  public func memo(shown secret: String) async throws -> Recording? {
    try await database.sharedMemo(sha256: Secret.checksum(of: secret), at: now)
  }
}
