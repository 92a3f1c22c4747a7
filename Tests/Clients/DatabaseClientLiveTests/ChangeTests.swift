import DatabaseClient
import DatabaseClientLive
import Foundation
import SharedModels
import Testing

@Suite(.timeLimit(.minutes(10)))
struct ChangeTests {
  private let folder: TemporaryFolder
  private let database: DatabaseClient

  init() throws {
    folder = try TemporaryFolder()
    database = .live(at: folder.database)
  }

  @Test("Who listens is told which memos this process has changed")
  func ownChanges() async throws {
    var changes = database.changes().makeAsyncIterator()
    let memo = Recording.fixed(1)
    try await database.insert(recording: memo, job: .fixed(1))
    #expect(await changes.next() == .recordings([memo.id]))
    try await database.update(recording: memo)
    #expect(await changes.next() == .recordings([memo.id]))
    let job = try #require(try await database.claimJob(among: nil))
    try await database.appendSegments(
      segments: [.spoken("Hello")], to: job.id, checkpoint: nil, progress: 0.5)
    #expect(await changes.next() == .recordings([memo.id]))
    try await database.endJob(id: job.id, outcome: .cancelled)
    #expect(await changes.next() == .recordings([memo.id]))
    try await database.trash(ids: [memo.id], at: Date(timeIntervalSince1970: 1))
    #expect(await changes.next() == .recordings([memo.id]))
    _ = try await database.forget(ids: [memo.id])
    #expect(await changes.next() == .recordings([memo.id]))
  }

  @Test("A change that fails tells nothing")
  func failure() async throws {
    var changes = database.changes().makeAsyncIterator()
    await #expect(throws: DatabaseError.self) {
      try await database.update(recording: .fixed(1))
    }
    try await database.insert(recording: .fixed(2), job: nil)
    #expect(await changes.next() == .recordings([Recording.fixed(2).id]))
  }

  @Test("Who listens is told that another process has changed something, once and again")
  func otherProcess() async throws {
    // A connection of its own is to SQLite what another process is.
    let other = DatabaseClient.live(at: folder.database)
    var changes = database.changes().makeAsyncIterator()
    _ = try await database.recordings(matching: RecordingQuery())
    try await other.insert(recording: .fixed(1), job: nil)
    #expect(await changes.next() == .anything)
    try await other.update(recording: .fixed(1, title: "Other"))
    #expect(await changes.next() == .anything)
  }

  @Test("A revision stays while nothing changes, and is another one after each change of anybody's")
  func revision() async throws {
    #expect(database.revision() == nil, "there is no library yet")
    let other = DatabaseClient.live(at: folder.database)
    try await database.insert(recording: .fixed(1), job: .fixed(1))
    var revisions = [try #require(database.revision())]
    _ = try await database.recordings(matching: RecordingQuery())
    #expect(database.revision() == revisions.last)
    try await database.update(recording: .fixed(1, title: "Other"))
    revisions.append(try #require(database.revision()))
    try await other.update(recording: .fixed(1, title: "Third"))
    revisions.append(try #require(database.revision()))
    _ = try await other.claimJob(among: nil)
    revisions.append(try #require(database.revision()))
    #expect(Set(revisions).count == 4)
    // What counts them may have to begin again.
    await database.close()
    revisions.append(try #require(database.revision()))
    #expect(Set(revisions).count == 5)
    await database.close()
    await other.close()
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
    #expect(!files.contains { $0.hasSuffix("-wal") }, "\(files)")
  }

  @Test("Clients of one file are of one library, and of different files are not")
  func libraryID() throws {
    #expect(database.libraryID() == DatabaseClient.live(at: folder.database).libraryID())
    let other = try TemporaryFolder()
    #expect(database.libraryID() != DatabaseClient.live(at: other.database).libraryID())
    #expect(DatabaseClient.inMemory().libraryID() != DatabaseClient.inMemory().libraryID())
  }
}
