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

  @Test("Listeners are notified of edits of a memo's transcript", arguments: TestLibrary.live)
  func edits(_ kind: TestLibrary.Kind) async throws {
    let library = try await TestLibrary(kind)
    let database = library.database
    try await database.addMemo(1, saying: "one two", "three")
    let memo = Recording.ID(.fixed(1))
    let transcription = try #require(try await database.transcription(of: memo))
    let date = Date(timeIntervalSince1970: 9)
    let edit = try #require(transcription.edit(text: "won two three", at: date))
    var changes = database.changes().makeAsyncIterator()
    try await database.editTranscription(id: transcription.id, with: edit)
    #expect(await changes.next() == .recordings([memo]))
    try await database.editSpeakers(
      id: transcription.id, with: .replace([Speaker(id: 0)], words: [0, 0, 0]))
    #expect(await changes.next() == .recordings([memo]))
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
