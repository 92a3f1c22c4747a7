public import DatabaseClient
import Dependencies

public struct TranscriberIssuer: Sendable {
  private let libraries: LibrariesClient

  @Dependency(\.date.now) private var now
  @Dependency(\.withRandomNumberGenerator) private var withRandomNumberGenerator

  public init(in libraries: LibrariesClient) {
    self.libraries = libraries
  }

  public func add(named name: String) async throws -> String {
    if let reason = TokenRules.problem(ofName: name) {
      throw TokenError.invalidName(name, reason: reason)
    }
    let text = TokenIssuer.prefix + Secret.make(withRandomNumberGenerator)
    let token = AccessToken(name: name, scopes: [.queue], createdAt: now)
    guard
      try await libraries.addTranscriber(token: token, sha256: Secret.checksum(of: text))
    else { throw TokenError.transcriberExists(name) }
    return text
  }

  public func transcriber(withToken text: String) async throws -> AccessToken? {
    guard text.hasPrefix(TokenIssuer.prefix)
    else { return nil }
    return try await libraries.transcriber(showing: Secret.checksum(of: text), usedAt: now)
  }
}
