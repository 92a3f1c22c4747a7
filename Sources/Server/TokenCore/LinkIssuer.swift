public import DatabaseClient
import Dependencies
public import Foundation
public import SharedModels
public import Tagged

public struct LinkIssuer: Sendable {
  public static let lifetimes: ClosedRange<TimeInterval> = 60...366 * 86_400
  public static let defaultLifetime: TimeInterval = 7 * 86_400

  @Dependency(\.database) private var database
  @Dependency(\.uuid) private var uuid
  @Dependency(\.withRandomNumberGenerator) private var withRandomNumberGenerator

  public init() {}

  /// Returns the link and its secret, which the library doesn't store. Clamps `lifetime` (seconds).
  public func add(
    for memo: Recording.ID, as id: ShareLink.ID? = nil, lifetime: TimeInterval = defaultLifetime
  ) async throws -> (link: ShareLink, secret: String) {
    let secret = Secret.make(withRandomNumberGenerator)
    let link = try await add(
      for: memo, as: id, lifetime: lifetime, sha256: Secret.checksum(of: secret))
    return (link, secret)
  }

  public func add(
    for memo: Recording.ID, as id: ShareLink.ID? = nil, lifetime: TimeInterval = defaultLifetime,
    sha256: String
  ) async throws -> ShareLink {
    guard let sha256 = TokenRules.checksum(sha256)
    else { throw LinkError.invalidChecksum }
    let now = try await database.currentDate()
    let seconds = min(max(lifetime, Self.lifetimes.lowerBound), Self.lifetimes.upperBound)
    let link = ShareLink(
      id: id ?? ShareLink.ID(uuid()), memo: memo, createdAt: now,
      expiresAt: now.addingTimeInterval(seconds))
    guard try await database.access.addLink(link: link, sha256: sha256)
    else { throw LinkError.alreadyExists }
    return link
  }

  public func memo(forSecret secret: String) async throws -> Recording? {
    try await database.access.sharedMemo(
      sha256: Secret.checksum(of: secret), at: database.currentDate())
  }
}

public enum LinkError: Error, Equatable, CustomStringConvertible {
  case alreadyExists
  case invalidChecksum

  public var description: String {
    switch self {
    case .alreadyExists: "a link with that id or SHA-256 already exists: use another one"
    case .invalidChecksum:
      "the SHA-256 must have 64 hexadecimal digits: omit it to let the server generate the secret"
    }
  }
}
