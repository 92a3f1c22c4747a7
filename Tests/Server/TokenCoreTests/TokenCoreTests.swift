import DatabaseClient
import Dependencies
import Foundation
import Testing
import TokenCore

struct TokenCoreTests {
  private let database = DatabaseClient.inMemory()
  private let now = Date(timeIntervalSince1970: 1_790_000_000)

  private func with<Value: Sendable>(
    _ operation: @Sendable (TokenIssuer) async throws -> Value
  ) async throws -> Value {
    try await withDependencies {
      $0.database = database
      $0.date = .constant(now)
      $0.withRandomNumberGenerator = WithRandomNumberGenerator(SystemRandomNumberGenerator())
    } operation: {
      try await operation(TokenIssuer())
    }
  }

  @Test("What is shown opens the library, with what it allows; anything else does not")
  func shown() async throws {
    let text = try await with { try await $0.add(named: "laptop", scopes: [.read]) }
    #expect(text.wholeMatch(of: /speechmemo_[A-Za-z0-9_-]{43}/) != nil)
    let token = try await with { try await $0.token(shown: text) }
    #expect(
      token == AccessToken(name: "laptop", scopes: [.read], createdAt: now, lastUsedAt: now))
    for other in ["", "speechmemo_", text.uppercased(), "\(text)x", String(text.dropLast())] {
      #expect(try await with { try await $0.token(shown: other) } == nil, "'\(other)'")
    }
    #expect(try await database.removeAccessToken(name: "laptop"))
    #expect(try await with { try await $0.token(shown: text) } == nil, "it is revoked")
  }

  @Test("No two tokens are the same, or have the same name")
  func different() async throws {
    let first = try await with { try await $0.add(named: "a", scopes: [.read]) }
    let second = try await with { try await $0.add(named: "b", scopes: [.write]) }
    #expect(first != second)
    await #expect(throws: TokenError.nameTaken("a")) {
      _ = try await with { try await $0.add(named: "a", scopes: [.admin]) }
    }
    #expect(try await database.accessTokens().map(\.name) == ["a", "b"])
  }
}
