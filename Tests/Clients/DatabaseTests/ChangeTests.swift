import DatabaseClient
import Foundation
import SharedModels
import TestLibraries
import Testing

@Suite(.timeLimit(.minutes(10)))
struct ChangeTests {
  @Test("Listeners are notified of the memos changed by this process", arguments: TestLibrary.live)
  func ownChanges(_ kind: TestLibrary.Kind) async throws {
    let library = try await TestLibrary(kind)
    let database = library.database
    var changes = database.changes().makeAsyncIterator()
    let memo = Recording.fixed(1)
    try await database.insert(recording: memo, job: .fixed(1))
    #expect(await changes.next() == .recordings([memo.id]))
    try await database.update(recording: memo)
    #expect(await changes.next() == .recordings([memo.id]))
    let job = try #require(try await database.jobs.claim(among: nil))
    try await database.jobs.append(
      segments: [.spoken("Hello")], to: job.id, checkpoint: nil, progress: 0.5)
    #expect(await changes.next() == .recordings([memo.id]))
    try await database.jobs.end(id: job.id, outcome: .cancelled)
    #expect(await changes.next() == .recordings([memo.id]))
    try await database.trash(ids: [memo.id], at: Date(timeIntervalSince1970: 1))
    #expect(await changes.next() == .recordings([memo.id]))
    _ = try await database.deletePermanently(ids: [memo.id])
    #expect(await changes.next() == .recordings([memo.id]))
  }

  @Test("A failed change notifies nobody", arguments: TestLibrary.live)
  func failure(_ kind: TestLibrary.Kind) async throws {
    let library = try await TestLibrary(kind)
    let database = library.database
    var changes = database.changes().makeAsyncIterator()
    await #expect(throws: DatabaseError.self) {
      try await database.update(recording: .fixed(1))
    }
    try await database.insert(recording: .fixed(2), job: nil)
    #expect(await changes.next() == .recordings([Recording.fixed(2).id]))
  }

  @Test(
    "Listeners are notified of each change by another process",
    arguments: TestLibrary.live)
  func otherProcess(_ kind: TestLibrary.Kind) async throws {
    let library = try await TestLibrary(kind)
    let database = library.database
    let other = try await library.secondClient()
    var changes = database.changes().makeAsyncIterator()
    _ = try await database.recordings(matching: RecordingQuery())
    try await other.insert(recording: .fixed(1), job: nil)
    #expect(await changes.next() == .anything)
    try await other.update(recording: .fixed(1, title: "Other"))
    #expect(await changes.next() == .anything)
  }

  @Test(
    "Clients of one library are recognized as such",
    arguments: TestLibrary.live)
  func libraryID(_ kind: TestLibrary.Kind) async throws {
    let library = try await TestLibrary(kind)
    let other = try await library.secondClient()
    #expect(library.database.libraryID() == other.libraryID())
    let another = try await library.newLibrary()
    #expect(library.database.libraryID() != another.database.libraryID())
    #expect(DatabaseClient.inMemory().libraryID() != DatabaseClient.inMemory().libraryID())
  }
}
