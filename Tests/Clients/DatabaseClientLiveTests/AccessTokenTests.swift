import DatabaseClient
import DatabaseClientLive
import Foundation
import SQLite
import Testing

struct AccessTokenTests {
  private let folder: TemporaryFolder
  private let database: DatabaseClient
  private let start = Date(timeIntervalSince1970: 1_790_000_000)

  init() throws {
    folder = try TemporaryFolder()
    database = .live(at: folder.database, busyTimeout: .zero)
  }

  private func token(_ name: String, _ scopes: Set<AccessScope> = [.read]) -> AccessToken {
    AccessToken(name: name, scopes: scopes, createdAt: start)
  }

  @Test("A token is found by the checksum of what is shown, in each client, until it is removed")
  func found() async throws {
    let phone = token("phone", [.transcribe, .read])
    #expect(try await database.addAccessToken(token: phone, sha256: "a"))
    #expect(try await database.addAccessToken(token: token("laptop"), sha256: "b"))
    let reopened = DatabaseClient.live(at: folder.database)
    #expect(try await reopened.accessTokens() == [token("laptop"), phone])
    #expect(try await reopened.accessToken(sha256: "a", usedAt: start)?.name == "phone")
    #expect(try await reopened.accessToken(sha256: "c", usedAt: start) == nil)
    #expect(try await database.removeAccessToken(name: "phone"))
    #expect(try await reopened.accessToken(sha256: "a", usedAt: start) == nil)
    #expect(try await !database.removeAccessToken(name: "phone"), "it is gone")
  }

  @Test("A name is given once, and the token that has it stays as it is")
  func nameTaken() async throws {
    #expect(try await database.addAccessToken(token: token("a"), sha256: "a"))
    #expect(try await !database.addAccessToken(token: token("a", [.admin]), sha256: "b"))
    #expect(try await database.accessTokens() == [token("a")])
    #expect(try await database.accessToken(sha256: "b", usedAt: start) == nil)
  }

  @Test("When it was used is kept to the minute")
  func lastUse() async throws {
    _ = try await database.addAccessToken(token: token("a"), sha256: "a")
    for (second, expected) in [(0.0, 0.0), (59, 0), (60, 60), (61, 60), (500, 500)] {
      let used = try await database.accessToken(
        sha256: "a", usedAt: start.addingTimeInterval(second))
      #expect(used?.lastUsedAt == start.addingTimeInterval(expected))
      #expect(try await database.accessTokens().first == used)
    }
  }

  @Test("A library that cannot be written can still be read with a token")
  func notWritten() async throws {
    _ = try await database.addAccessToken(token: token("a"), sha256: "a")
    let other = try Connection(path: folder.database.path, busyTimeout: .zero)
    try other.run("BEGIN IMMEDIATE")
    #expect(try await database.accessToken(sha256: "a", usedAt: start) == token("a"))
    try other.run("ROLLBACK")
    #expect(try await database.accessToken(sha256: "a", usedAt: start)?.lastUsedAt == start)
  }
}
