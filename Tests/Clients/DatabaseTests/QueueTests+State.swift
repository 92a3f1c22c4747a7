import DatabaseClient
import Dependencies
import Foundation
import SharedModels
import Tagged
import TestLibraries
import Testing

extension QueueTests {
  @Test("How much waits in all libraries is known, and for how long", arguments: TestLibrarySet.all)
  func state(_ kind: TestLibrarySet.Kind) async throws {
    let shelf = try await TestLibrarySet(kind, ["a", "b"])
    func state() async throws -> QueueState {
      try await shelf.libraries.queueState(at: TranscriptionJob.fixed(1).createdAt + 90.5)
    }
    #expect(try await state() == QueueState())
    try await shelf.add(1...3, to: "a")
    try await shelf.add(4...4, to: "b")
    let wait = Duration.milliseconds(90_500)
    #expect(try await state() == QueueState(waitingCount: 4, oldest: wait))
    let library = try await shelf.library("a")
    let job = try #require(try await library.jobs.claim(among: [Recording.fixed(1).id]))
    #expect(try await state() == QueueState(waitingCount: 3, runningCount: 1, oldest: wait))
    try await library.trash(ids: [Recording.fixed(2).id], at: Date(timeIntervalSince1970: 9))
    #expect(try await state() == QueueState(waitingCount: 2, runningCount: 1, oldest: wait))
    try await library.jobs.end(id: job.id, outcome: .interrupted)
    #expect(try await state() == QueueState(waitingCount: 3, oldest: wait))
    let farFuture = Date(timeIntervalSince1970: 1e300)
    #expect(
      try await shelf.libraries.queueState(at: farFuture).oldest == Duration.seconds(1e12))
  }

  @Test(
    "A transcriber is known by its token under a unique name, until revoked",
    arguments: TestLibrarySet.all)
  func transcribers(_ kind: TestLibrarySet.Kind) async throws {
    let libraries = try await TestLibrarySet(kind, ["a"]).libraries
    let start = Date(timeIntervalSince1970: 1_790_000_000)
    let (one, other) = ("one", "other")
    func add(_ name: String, _ sha256: String) async throws -> Bool {
      try await libraries.addTranscriber(
        token: AccessToken(name: name, scopes: [.queue], createdAt: start), sha256: sha256)
    }
    #expect(try await add(one, "sum \(one)"))
    #expect(try await !add(one, "sum \(other)"))
    #expect(try await !add(other, "sum \(one)"))
    #expect(try await add(other, "sum \(other)"))
    func shown(_ name: String, at date: Date) async throws -> AccessToken? {
      try await libraries.transcriber(showing: "sum \(name)", usedAt: date)
    }
    #expect(
      try await shown(one, at: start)
        == AccessToken(name: one, scopes: [.queue], createdAt: start, lastUsedAt: start))
    #expect(try await shown(one, at: start + 59)?.lastUsedAt == start, "to the minute")
    #expect(try await shown(one, at: start + 60)?.lastUsedAt == start + 60)
    #expect(try await shown("nobody", at: start) == nil)
    #expect(try await libraries.opened(byToken: "sum \(one)", usedAt: start) == nil)
    #expect(try await libraries.transcribers().map(\.name) == [one, other])
    #expect(try await libraries.removeTranscriber(name: one))
    #expect(try await !libraries.removeTranscriber(name: one))
    #expect(try await shown(one, at: start) == nil)
    #expect(try await libraries.removeTranscriber(name: other))
  }

  @Test(
    "A claimed job's library works as if claimed there",
    arguments: TestLibrarySet.all)
  func doing(_ kind: TestLibrarySet.Kind) async throws {
    let shelf = try await TestLibrarySet(kind, ["a"])
    try await shelf.add(1...2, to: "a")
    let claim = try #require(try await shelf.queue.claim(except: []))
    var library = try await shelf.library("a")
    library.jobs = library.jobs.owning(claim, of: shelf.queue)
    #expect(try await library.jobs.claim(among: nil) == nil)
    try await library.jobs.append(
      segments: [.spoken("hello")], to: claim.job.id, checkpoint: nil, progress: 0.5)
    try await library.jobs.renew(id: claim.job.id)
    let other = TranscriptionJob.fixed(2).id
    await #expect(throws: DatabaseError.notFound(other)) { try await library.jobs.renew(id: other) }
    try await library.jobs.end(id: other, outcome: .cancelled)
    _ = try await library.modify(id: claim.job.recordingID) { $0.title = "By what is said" }
    try await library.jobs.end(id: claim.job.id, outcome: done)
    let memos = try await shelf.library("a").recordings(matching: RecordingQuery())
    #expect(memos.map(\.transcription) == [.cancelled, .done])
    #expect(memos.last?.title == "By what is said")
  }

  @Test(
    "A library has a unique name, and opens only with its own token", arguments: TestLibrarySet.all
  )
  func libraries(_ kind: TestLibrarySet.Kind) async throws {
    let shelf = try await TestLibrarySet(kind, ["b", "a"])
    #expect(try await shelf.libraries.names() == ["a", "b"])
    #expect(try await shelf.libraries.add(name: "c"))
    #expect(try await !shelf.libraries.add(name: "a"))
    #expect(try await shelf.libraries.names() == ["a", "b", "c"])
    await #expect(throws: DatabaseError.self) { _ = try await shelf.library("nowhere") }
    let start = Date(timeIntervalSince1970: 1_790_000_000)
    let library = try await shelf.library("c")
    _ = try await library.access.addToken(
      token: AccessToken(name: "t", scopes: [.read], createdAt: start), sha256: "x")
    let opened = try #require(try await shelf.libraries.opened(byToken: "x", usedAt: start))
    #expect(opened.library == "c" && opened.token.lastUsedAt == start)
    #expect(try await shelf.libraries.opened(byToken: "y", usedAt: start) == nil)
    let shared = try await withDependencies {
      $0.date = .constant(start)
    } operation: {
      try await shelf.libraries.shared(byLink: "y")
    }
    #expect(shared == nil)
  }
}
