public import DatabaseClient
import Dependencies

public struct SecretFinder: Sendable {
  private let libraries: LibrariesClient

  @Dependency(\.date.now) private var now

  public init(in libraries: LibrariesClient) {
    self.libraries = libraries
  }

  public func library(forToken text: String) async throws -> LibrariesClient.Opened? {
    guard text.hasPrefix(TokenIssuer.prefix)
    else { return nil }
    return try await libraries.opened(byToken: Secret.checksum(of: text), usedAt: now)
  }

  public func library(forLinkSecret secret: String) async throws -> String? {
    try await libraries.shared(byLink: Secret.checksum(of: secret))
  }
}
