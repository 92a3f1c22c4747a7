import DatabaseClient
import Foundation
import SharedModels
import TestLibraries
import Testing

/// The stored data of jobs, and the data a completed job may replace.
struct FinishedJobTests {

  private func finish(
    _ number: UInt8, at seconds: Double, in database: DatabaseClient
  ) async throws {
    let job = try #require(try await database.jobs.claim(among: [Recording.ID(.fixed(number))]))
    try await database.jobs.append(
      segments: [.spoken("hello")], to: job.id, checkpoint: nil, progress: 1)
    try await database.jobs.end(id: job.id, outcome: done(at: seconds))
  }

  private func done(at seconds: Double) -> TranscriptionJob.Outcome {
    .done(
      TranscriptionSummary(
        engine: TranscriptionEngine(name: "engine", version: "2"), language: "en", model: "base"),
      at: Date(timeIntervalSince1970: seconds))
  }

  @Test(
    "Jobs completed since a time are listed newest first, one per memo",
    arguments: TestLibrary.live)
  func finished(_ kind: TestLibrary.Kind) async throws {
    let library = try await TestLibrary(kind)
    let database = library.database
    for number in 1...4 as ClosedRange<UInt8> {
      try await database.insert(recording: .fixed(number), job: .fixed(number))
    }
    for (number, time) in [(1, 100), (2, 300), (3, 200)] as [(UInt8, Double)] {
      try await finish(number, at: time, in: database)
    }
    func finished(since seconds: Double) async throws -> [UUID] {
      try await database.jobs.finished(since: Date(timeIntervalSince1970: seconds))
        .map(\.recordingID.rawValue)
    }
    #expect(try await finished(since: 0) == [.fixed(2), .fixed(3), .fixed(1)])
    #expect(try await finished(since: 200) == [.fixed(2), .fixed(3)])
    let last = try #require(
      try await database.jobs.finished(since: Date(timeIntervalSince1970: 300)).first)
    #expect(last.state == .done && last.endedAt == Date(timeIntervalSince1970: 300))

    try await database.jobs.enqueue(
      job: TranscriptionJob(
        id: TranscriptionJob.ID(.fixed(250)), recordingID: Recording.ID(.fixed(2)),
        createdAt: Date(timeIntervalSince1970: 400)))
    #expect(try await finished(since: 200) == [.fixed(3)], "it is to be done again")
    try await finish(2, at: 500, in: database)
    #expect(try await finished(since: 0) == [.fixed(2), .fixed(3), .fixed(1)])
  }

  @Test("Jobs are listed in pages, also while they end", arguments: TestLibrary.all)
  func pages(_ kind: TestLibrary.Kind) async throws {
    let database = try await TestLibrary(kind).database
    for number in 1...5 as ClosedRange<UInt8> {
      try await database.insert(recording: .fixed(number), job: .fixed(number))
    }
    func open(after number: UInt8?) async throws -> [UUID] {
      let last = number.map { TranscriptionJob.fixed($0).id }
      return try await database.jobs.list(page: JobPage(after: last, limit: 2))
        .map(\.recordingID.rawValue)
    }
    #expect(try await open(after: nil) == [.fixed(1), .fixed(2)])
    for (number, time) in [(1, 100), (2, 300), (3, 300)] as [(UInt8, Double)] {
      try await finish(number, at: time, in: database)
    }
    #expect(try await open(after: 2) == [.fixed(4), .fixed(5)])
    #expect(try await open(after: 4) == [.fixed(5)])
    #expect(try await open(after: 5) == [])
    var jobs: [TranscriptionJob] = []
    for _ in 1...3 {
      jobs += try await database.jobs.finished(
        since: Date(timeIntervalSince1970: 0), page: JobPage(after: jobs.last?.id, limit: 1))
    }
    #expect(jobs.map(\.recordingID.rawValue) == [.fixed(3), .fixed(2), .fixed(1)])
    let rest = try await database.jobs.finished(
      since: Date(timeIntervalSince1970: 0), page: JobPage(after: jobs.last?.id))
    #expect(rest == [])
    let page = JobPage(after: TranscriptionJob.fixed(99).id)
    await #expect(throws: DatabaseError.self) { _ = try await database.jobs.list(page: page) }
    await #expect(throws: DatabaseError.self) {
      _ = try await database.jobs.finished(since: .distantPast, page: page)
    }
  }

  @Test(
    "A failed job has its time, a waiting one has not ended", arguments: TestLibrary.live)
  func ended(_ kind: TestLibrary.Kind) async throws {
    let library = try await TestLibrary(kind)
    let database = library.database
    try await database.insert(recording: .fixed(1), job: .fixed(1))
    #expect(try await database.jobs.list().map(\.endedAt) == [nil])
    let job = try #require(try await database.jobs.claim(among: nil))
    let date = Date(timeIntervalSince1970: 7)
    try await database.jobs.end(id: job.id, outcome: .failed(reason: "no", at: date))
    #expect(try await database.jobs.list().map(\.endedAt) == [date])
    #expect(try await database.jobs.finished(since: .distantPast) == [])
  }

  @Test(
    "A job's partial result can be read incrementally",
    arguments: TestLibrary.live)
  func kept(_ kind: TestLibrary.Kind) async throws {
    let library = try await TestLibrary(kind)
    let database = library.database
    try await database.insert(recording: .fixed(1), job: .fixed(1))
    let job = try #require(try await database.jobs.claim(among: nil))
    #expect(try await database.jobs.keptSegments(of: job.id, after: 0) == [])
    let segments = [Segment.spoken("hello there"), .spoken("goodbye", from: .seconds(1))]
    try await database.jobs.append(
      segments: segments, to: job.id, checkpoint: nil, progress: 0.5)
    #expect(try await database.jobs.keptSegments(of: job.id, after: 0) == segments)
    #expect(try await database.jobs.keptSegments(of: job.id, after: 1) == [segments[1]])
    #expect(try await database.jobs.keptSegments(of: job.id, after: 2) == [])
    let other = try await library.secondClient()
    #expect(try await other.jobs.keptSegments(of: job.id, after: 0) == segments)
    #expect(
      try await database.jobs.keptSegments(of: TranscriptionJob.ID(.fixed(99)), after: 0) == [])
  }

  @Test(
    "Text edited after the request is not replaced",
    arguments: TestLibrary.live)
  func edited(_ kind: TestLibrary.Kind) async throws {
    let library = try await TestLibrary(kind)
    let database = library.database
    try await database.addMemo(1, saying: "old words")
    let id = Recording.ID(.fixed(1))
    func edit(at seconds: Double) async throws {
      let text = try #require(try await database.transcription(of: id))
      try await database.editTranscription(
        id: text.id,
        with: TranscriptionEdit(
          position: 0, removed: text.segments, inserted: [.spoken("my words")],
          editedAtBefore: text.editedAt, editedAtAfter: Date(timeIntervalSince1970: seconds)))
    }
    try await edit(at: 4)
    // Asked for at 5.
    try await database.jobs.enqueue(job: .fixed(1))
    let job = try #require(try await database.jobs.claim(among: nil))
    try await database.jobs.append(
      segments: [.spoken("new")], to: job.id, checkpoint: nil, progress: 1)
    try await edit(at: 6)
    await #expect(throws: DatabaseError.conflict("the text")) {
      try await database.jobs.end(id: job.id, outcome: done(at: 8))
    }
    #expect(try await database.transcription(of: id)?.text == "my words")
    #expect(try await database.search(query: SearchQuery("my")).count == 1)

    // Taken back, it is as it was when the job was asked for.
    try await edit(at: 5)
    try await database.jobs.end(id: job.id, outcome: done(at: 8))
    #expect(try await database.transcription(of: id)?.text == "new")
  }
}
