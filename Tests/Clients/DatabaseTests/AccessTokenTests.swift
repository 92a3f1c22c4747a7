import DatabaseClient
import Foundation
import TestLibraries
import Testing

struct AccessTokenTests {
  private let start = Date(timeIntervalSince1970: 1_790_000_000)

  private func token(_ name: String, _ scopes: Set<AccessScope> = [.read]) -> AccessToken {
    AccessToken(name: name, scopes: scopes, createdAt: start)
  }

  @Test(
    "A token is found by its checksum, in each client, until it is removed",
    arguments: TestLibrary.live)
  func found(_ kind: TestLibrary.Kind) async throws {
    let library = try await TestLibrary(kind)
    let database = library.database
    let phone = token("phone", [.transcribe, .read])
    #expect(try await database.access.addToken(token: phone, sha256: "a"))
    #expect(try await database.access.addToken(token: token("laptop"), sha256: "b"))
    let reopened = try await library.secondClient()
    #expect(try await reopened.access.tokens() == [token("laptop"), phone])
    #expect(try await reopened.access.token(sha256: "a", usedAt: start)?.name == "phone")
    #expect(try await reopened.access.token(sha256: "c", usedAt: start) == nil)
    #expect(try await database.access.removeToken(name: "phone"))
    #expect(try await reopened.access.token(sha256: "a", usedAt: start) == nil)
    #expect(try await !database.access.removeToken(name: "phone"), "it is gone")
  }

  @Test(
    "A name is unique, and its token stays unchanged", arguments: TestLibrary.live)
  func nameTaken(_ kind: TestLibrary.Kind) async throws {
    let library = try await TestLibrary(kind)
    let database = library.database
    #expect(try await database.access.addToken(token: token("a"), sha256: "a"))
    #expect(try await !database.access.addToken(token: token("a", [.admin]), sha256: "b"))
    #expect(try await database.access.tokens() == [token("a")])
    #expect(try await database.access.token(sha256: "b", usedAt: start) == nil)
  }

  @Test("When it was used is kept to the minute", arguments: TestLibrary.live)
  func lastUse(_ kind: TestLibrary.Kind) async throws {
    let library = try await TestLibrary(kind)
    let database = library.database
    _ = try await database.access.addToken(token: token("a"), sha256: "a")
    for (second, expected) in [(0.0, 0.0), (59, 0), (60, 60), (61, 60), (500, 500)] {
      let used = try await database.access.token(
        sha256: "a", usedAt: start.addingTimeInterval(second))
      #expect(used?.lastUsedAt == start.addingTimeInterval(expected))
      #expect(try await database.access.tokens().first == used)
    }
  }
}
