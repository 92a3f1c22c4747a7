public import DatabaseClient
import Dependencies
import Foundation

/// Finds which of many libraries a token or a link opens.
public struct SecretFinder: Sendable {
  private let libraries: LibrariesClient

  @Dependency(\.date.now) private var now

  public init(in libraries: LibrariesClient) {
    self.libraries = libraries
  }

  /// What the token that is shown opens. That it was used is noted.
  public func library(openedBy text: String) async throws -> LibrariesClient.Opened? {
    guard text.hasPrefix(TokenIssuer.prefix)
    else { return nil }
    return try await libraries.opened(byToken: Secret.checksum(of: text), usedAt: now)
  }

  /// The library that has a link with that secret, which opens a memo now.
  public func library(sharedBy secret: String) async throws -> String? {
    try await libraries.shared(byLink: Secret.checksum(of: secret), at: now)
  }
}
