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
  /// - Parameters:
  ///   - id: What it is called; `nil` for a new id.
  ///   - lifetime: For how many seconds, brought into ``lifetimes``.
  /// - Returns: The link, and the secret that opens it, which the library does not keep.
  /// - Throws: ``LinkError``, or what the database says.
  public func add(
    for memo: Recording.ID, as id: ShareLink.ID? = nil, lifetime: TimeInterval = usualLifetime
  ) async throws -> (link: ShareLink, secret: String) {
    let secret = Secret.make(withRandomNumberGenerator)
    let link = try await add(
      for: memo, as: id, lifetime: lifetime, sha256: Secret.checksum(of: secret))
    return (link, secret)
  }

  /// Has a new link open a memo whose secret its client has made and keeps to itself.
  ///
  /// - Parameter sha256: Of the secret, in hexadecimal.
  /// - Throws: ``LinkError``, or what the database says.
  public func add(
    for memo: Recording.ID, as id: ShareLink.ID? = nil, lifetime: TimeInterval = usualLifetime,
    sha256: String
  ) async throws -> ShareLink {
    guard let sha256 = TokenRules.checksum(sha256)
    else { throw LinkError.noChecksum }
    let seconds = min(max(lifetime, Self.lifetimes.lowerBound), Self.lifetimes.upperBound)
    let link = ShareLink(
      id: id ?? ShareLink.ID(uuid()), memo: memo, createdAt: now,
      expiresAt: now.addingTimeInterval(seconds))
    guard try await database.addShareLink(link: link, sha256: sha256)
    else { throw LinkError.alreadyThere }
    return link
  }

  /// The memo of this library that the secret opens now, if there is one.
  public func memo(shown secret: String) async throws -> Recording? {
    try await database.sharedMemo(sha256: Secret.checksum(of: secret), at: now)
  }
}

/// Why a link was not made.
public enum LinkError: Error, Equatable, CustomStringConvertible {
  /// Another one has its id or its secret.
  case alreadyThere
  /// What was given for a checksum is none.
  case noChecksum

  public var description: String {
    switch self {
    case .alreadyThere: "a link with that id or SHA-256 already exists: use another one"
    case .noChecksum:
      "the SHA-256 must have 64 hexadecimal digits: omit it to let the server generate the secret"
    }
  }
}
