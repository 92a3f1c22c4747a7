import DatabaseClient
import DatabaseClientLive
import Foundation
import SQLite
import SharedModels
import TestLibraries
import Testing

/// Behavior specific to library files. `DatabaseTests` has the behavior of all libraries.
@Suite(.timeLimit(.minutes(10)))
struct LibraryFileTests {
  private let folder: TemporaryFolder
  private let database: DatabaseClient

  init() throws {
    folder = try TemporaryFolder()
    database = .live(at: folder.database, busyTimeout: .zero)
  }

  @Test("A library that cannot be written can still be read with a token")
  func notWritten() async throws {
    let start = Date(timeIntervalSince1970: 1_790_000_000)
    let token = AccessToken(name: "a", scopes: [.read], createdAt: start)
    _ = try await database.access.addToken(token: token, sha256: "a")
    let other = try Connection(path: folder.database.path, busyTimeout: .zero)
    try other.run("BEGIN IMMEDIATE")
    #expect(try await database.access.token(sha256: "a", usedAt: start) == token)
    try other.run("ROLLBACK")
    #expect(try await database.access.token(sha256: "a", usedAt: start)?.lastUsedAt == start)
  }

  @Test("A revision changes exactly when any client changes the library")
  func revision() async throws {
    #expect(database.revision() == nil, "the library does not exist yet")
    let other = DatabaseClient.live(at: folder.database)
    try await database.insert(recording: .fixed(1), job: .fixed(1))
    var revisions = [try #require(database.revision())]
    _ = try await database.recordings(matching: RecordingQuery())
    #expect(database.revision() == revisions.last)
    try await database.update(recording: .fixed(1, title: "Other"))
    revisions.append(try #require(database.revision()))
    try await other.update(recording: .fixed(1, title: "Third"))
    revisions.append(try #require(database.revision()))
    _ = try await other.jobs.claim(among: nil)
    revisions.append(try #require(database.revision()))
    #expect(Set(revisions).count == 4)
    // The counting task may have to start over.
    await database.close()
    revisions.append(try #require(database.revision()))
    #expect(Set(revisions).count == 5)
    await database.close()
    await other.close()
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
    #expect(!files.contains { $0.hasSuffix("-wal") }, "\(files)")
  }

  @Test("Changes of others after a read are announced to later listeners")
  func changedBeforeListening() async throws {
    let other = DatabaseClient.live(at: folder.database)
    try await other.insert(recording: .fixed(1), job: nil)
    #expect(try await database.recordings(matching: RecordingQuery()).count == 1)
    try await other.update(recording: .fixed(1, title: "Theirs"))
    var changes = database.changes().makeAsyncIterator()
    #expect(await changes.next() == .anything)
    // The same after a while without listeners, and for another connection.
    changes = AsyncStream { nil }.makeAsyncIterator()
    await database.close()
    #expect(try await database.recordings(matching: RecordingQuery()).map(\.title) == ["Theirs"])
    try await other.update(recording: .fixed(1, title: "Third"))
    changes = database.changes().makeAsyncIterator()
    #expect(await changes.next() == .anything)
  }

  @Test("A corrupt library is reported when words are counted")
  func damaged() async throws {
    try Data(repeating: 7, count: 8192).write(to: folder.database)
    await #expect(throws: DatabaseError.self) {
      _ = try await database.wordStatistics(mostFrequent: 1)
    }
  }
}
