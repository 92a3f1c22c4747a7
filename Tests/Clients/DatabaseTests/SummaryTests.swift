import DatabaseClient
import Foundation
import SharedModels
import TestLibraries
import Testing

/// The summary that a library stores of a memo.
struct SummaryTests {
  private let id = Recording.ID(.fixed(1))

  private func date(_ seconds: Double) -> Date { Date(timeIntervalSince1970: seconds) }

  private func transcript(in database: DatabaseClient) async throws -> Transcription {
    try #require(try await database.transcription(of: id))
  }

  private func edit(_ text: String, at date: Date, in database: DatabaseClient) async throws {
    let transcription = try await transcript(in: database)
    let edit = try #require(transcription.edit(text: text, at: date))
    try await database.editTranscription(id: transcription.id, with: edit)
  }

  private func isStale(in database: DatabaseClient) async throws -> Bool {
    let summary = try #require(try await database.summaries.summary(of: id))
    return summary.isStale(for: try await transcript(in: database))
  }

  @Test(
    "A summary is stored with all its points, and a newer one replaces it",
    arguments: TestLibrary.all)
  func stored(_ kind: TestLibrary.Kind) async throws {
    let library = try await TestLibrary(kind)
    let database = library.database
    try await database.addMemo(1, saying: "hello there")
    #expect(try await database.summaries.summary(of: id) == nil)
    // A date without whole milliseconds.
    try await edit("hello dear", at: date(10.000_25), in: database)
    let transcription = try await transcript(in: database)
    for text in ["First", "Second"] {
      let summary = Summary.fixed(text, of: transcription)
      try await database.summaries.save(summary: summary, of: id)
      #expect(try await database.summaries.summary(of: id) == summary)
    }
    #expect(try await !isStale(in: database))
    #expect(try await database.integrityProblems() == [])
  }

  @Test("An edit makes a summary stale, and its undo fresh again", arguments: TestLibrary.all)
  func edited(_ kind: TestLibrary.Kind) async throws {
    let library = try await TestLibrary(kind)
    let database = library.database
    try await database.addMemo(1, saying: "hello there")
    try await edit("hello dear", at: date(10), in: database)
    try await database.summaries.save(
      summary: .fixed("One", of: try await transcript(in: database)), of: id)
    try await edit("hello world", at: date(20), in: database)
    #expect(try await isStale(in: database))
    try await database.history.restore(of: id, version: 2, current: 3, at: date(30))
    #expect(try await !isStale(in: database))
  }

  @Test("A new transcript makes a summary stale", arguments: TestLibrary.all)
  func transcribedAgain(_ kind: TestLibrary.Kind) async throws {
    let library = try await TestLibrary(kind)
    let database = library.database
    try await database.addMemo(1, saying: "hello there")
    try await database.summaries.save(
      summary: .fixed("One", of: try await transcript(in: database)), of: id)
    try await database.jobs.enqueue(job: .fixed(1))
    let job = try #require(try await database.jobs.claim(among: nil))
    try await database.jobs.append(
      segments: [.spoken("hello there")], to: job.id, checkpoint: nil, progress: 1)
    try await database.jobs.end(
      id: job.id, outcome: .done(TranscriptionSummary(), at: date(20)))
    #expect(try await isStale(in: database))
  }

  @Test(
    "A summary of another memo's transcript, or of a memo that was deleted, is refused",
    arguments: TestLibrary.all)
  func refused(_ kind: TestLibrary.Kind) async throws {
    let library = try await TestLibrary(kind)
    let database = library.database
    try await database.addMemo(1, saying: "hello there")
    try await database.addMemo(2, saying: "goodbye")
    let other = try #require(try await database.transcription(of: Recording.ID(.fixed(2))))
    await #expect(throws: DatabaseError.notFound("transcript \(other.id.text)")) {
      try await database.summaries.save(summary: .fixed("One", of: other), of: id)
    }
    let summary = Summary.fixed("One", of: try await transcript(in: database))
    try await database.trash(ids: [id], at: date(10))
    _ = try await database.deletePermanently(ids: [id])
    await #expect(throws: DatabaseError.notFound("memo \(id.text)")) {
      try await database.summaries.save(summary: summary, of: id)
    }
    #expect(try await database.summaries.summary(of: id) == nil)
  }

  @Test(
    "A summary is deleted with its memo, and stays while that is in the trash",
    arguments: TestLibrary.all)
  func deleted(_ kind: TestLibrary.Kind) async throws {
    let library = try await TestLibrary(kind)
    let database = library.database
    try await database.addMemo(1, saying: "hello there")
    try await database.summaries.save(
      summary: .fixed("One", of: try await transcript(in: database)), of: id)
    try await database.trash(ids: [id], at: date(10))
    #expect(try await database.summaries.summary(of: id) != nil)
    _ = try await database.deletePermanently(ids: [id])
    try await database.addMemo(1, saying: "hello there")
    #expect(try await database.summaries.summary(of: id) == nil)
  }

  @Test(
    "A summary moves with its memo, and stays fresh even if the transcript gets a new id",
    arguments: TestLibrary.live, TestLibrary.live)
  func moved(kind: TestLibrary.Kind, otherKind: TestLibrary.Kind) async throws {
    let (library, target) = (try await TestLibrary(kind), try await TestLibrary(otherKind))
    let (database, other) = (library.database, target.database)
    try await database.addMemo(1, saying: "hello there")
    try await edit("hello dear", at: date(10.000_25), in: database)
    let transcription = try await transcript(in: database)
    try await database.summaries.save(summary: .fixed("One", of: transcription), of: id)
    let memo = try #require(try await database.archive.memos(ids: [id]).first)
    #expect(memo.summary == .fixed("One", of: transcription))
    // Another memo has the id.
    var taken = memo
    taken.recording = .fixed(2)
    taken.summary = nil
    taken.versions = []
    #expect(try await other.archive.adopt(memos: [taken, memo]) == [.added, .added])
    let adopted = try await transcript(in: other)
    #expect(adopted.id != transcription.id)
    #expect(try await other.summaries.summary(of: id) == .fixed("One", of: adopted))

    try await database.archive.remove(memo: memo)
    #expect(try await database.summaries.summary(of: id) == nil)
  }

  @Test("A backup has the summaries", arguments: TestLibrary.live)
  func snapshot(_ kind: TestLibrary.Kind) async throws {
    let library = try await TestLibrary(kind)
    let database = library.database
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    try await database.addMemo(1, saying: "hello there")
    let summary = Summary.fixed("One", of: try await transcript(in: database))
    try await database.summaries.save(summary: summary, of: id)
    let file = folder.url.appending(component: "copy")
    try await database.archive.snapshot(to: file)
    let copy = database.archive.contents(of: file)
    #expect(try await copy.summaries.summary(of: id) == summary)
  }
}
