public import DatabaseClient
import Dependencies

/// Makes what programs show that make transcripts for all libraries of a database, and finds who shows
/// it.
public struct TranscriberIssuer: Sendable {
  private let libraries: LibrariesClient

  @Dependency(\.date.now) private var now
  @Dependency(\.withRandomNumberGenerator) private var withRandomNumberGenerator

  public init(in libraries: LibrariesClient) {
    self.libraries = libraries
  }

  /// Lets a program make transcripts for all libraries.
  ///
  /// - Returns: What it is to show. The database does not keep it.
  /// - Throws: ``TokenError``, or what the database says.
  public func add(named name: String) async throws -> String {
    if let reason = TokenRules.problem(ofName: name) {
      throw TokenError.noName(name, reason: reason)
    }
    let text = TokenIssuer.prefix + Secret.make(withRandomNumberGenerator)
    let token = AccessToken(name: name, scopes: [.queue], createdAt: now)
    guard
      try await libraries.addTranscriber(token: token, sha256: Secret.checksum(of: text))
    else { throw TokenError.transcriberThere(name) }
    return text
  }

  /// Who shows that token; `nil` for nobody who is known. That it was used is noted.
  public func transcriber(showing text: String) async throws -> AccessToken? {
    guard text.hasPrefix(TokenIssuer.prefix)
    else { return nil }
    return try await libraries.transcriber(showing: Secret.checksum(of: text), usedAt: now)
  }
}
