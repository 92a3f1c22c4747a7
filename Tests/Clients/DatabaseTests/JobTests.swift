import DatabaseClient
import Foundation
import SharedModels
import TestLibraries
import Testing

struct JobTests {
  private let engine = TranscriptionEngine(name: "engine", version: "2")

  @Test(
    "A queued job ends as a transcript that is shown and found", arguments: TestLibrary.live
  )
  func life(_ kind: TestLibrary.Kind) async throws {
    let library = try await TestLibrary(kind)
    let database = library.database
    try await database.insert(recording: .fixed(1), job: .fixed(1))
    let job = try #require(try await database.jobs.claim(among: nil))
    #expect(job.attempts == 1 && job.state == .running && job.model == "tiny.en")
    #expect(job.settings == TranscriptionSettings(beamSize: 3, vocabulary: "Erewhon"))
    let segments = [Segment.spoken("hello there"), .spoken("goodbye", from: .seconds(1))]
    for (index, segment) in segments.enumerated() {
      try await database.jobs.append(
        segments: [segment], to: job.id, checkpoint: nil, progress: Double(index + 1) / 2)
    }
    let running = try await database.recordings(matching: RecordingQuery())
    #expect(running.map(\.transcription) == [.running(progress: 1)])
    #expect(try await database.transcription(of: job.recordingID) == nil, "it is incomplete")

    let date = Date(timeIntervalSince1970: 77)
    try await database.jobs.end(
      id: job.id,
      outcome: .done(TranscriptionSummary(engine: engine, language: "en", model: "base"), at: date))
    let transcription = try #require(try await database.transcription(of: job.recordingID))
    #expect(transcription.segments == segments)
    #expect(transcription.engine == engine)
    #expect(transcription.model == "base" && transcription.language == "en")
    #expect(transcription.createdAt == date)
    #expect(transcription.settings == job.settings)
    #expect(try await database.recordings(matching: RecordingQuery())[0].transcription == .done)
    let hit = try #require(try await database.search(query: SearchQuery("goodbye")).first)
    #expect(hit.places.map(\.time) == [.seconds(1)])
    #expect(try await database.jobs.claim(among: nil) == nil)
    #expect(try await database.jobs.list() == [])
  }

  @Test("An interrupted job resumes after the stored segments", arguments: TestLibrary.live)
  func resume(_ kind: TestLibrary.Kind) async throws {
    let library = try await TestLibrary(kind)
    let database = library.database
    try await database.insert(recording: .fixed(1), job: .fixed(1))
    let job = try #require(try await database.jobs.claim(among: nil))
    try await database.jobs.append(
      segments: [.spoken("hello there")], to: job.id, checkpoint: nil, progress: 0.5)
    try await database.jobs.end(id: job.id, outcome: .interrupted)
    let again = try #require(try await database.jobs.claim(among: nil))
    // An interruption, such as Ctrl-C, does not count as an attempt.
    #expect(again.id == job.id && again.attempts == 1)
    #expect(again.transcribedUntil == .seconds(1))
    try await database.jobs.append(
      segments: [.spoken("goodbye", from: .seconds(1))], to: job.id, checkpoint: nil, progress: 1)
    try await database.jobs.end(
      id: job.id,
      outcome: .done(TranscriptionSummary(engine: engine), at: Date(timeIntervalSince1970: 0)))
    #expect(try await database.transcription(of: job.recordingID)?.text == "hello there goodbye")
  }

  @Test(
    "A checkpoint is stored with its segments, and dropped when it is outdated",
    arguments: TestLibrary.live)
  func checkpoint(_ kind: TestLibrary.Kind) async throws {
    let library = try await TestLibrary(kind)
    let database = library.database
    try await database.insert(recording: .fixed(1), job: .fixed(1))
    let job = try #require(try await database.jobs.claim(among: nil))
    #expect(job.checkpoint == nil)
    for checkpoint in [TranscriptionCheckpoint.fixed, nil, .fixed] {
      try await database.jobs.append(
        segments: [.spoken("hello")], to: job.id, checkpoint: checkpoint, progress: 0.5)
      try await database.jobs.end(id: job.id, outcome: .interrupted)
      #expect(try await database.jobs.claim(among: nil)?.checkpoint == checkpoint)
    }
    let date = Date(timeIntervalSince1970: 0)
    try await database.jobs.end(
      id: job.id, outcome: .done(TranscriptionSummary(engine: engine), at: date))
    #expect(try await database.jobs.finished(since: date).map(\.checkpoint) == [nil])
  }

  @Test("A claimed job is not claimed again", arguments: TestLibrary.live)
  func exclusive(_ kind: TestLibrary.Kind) async throws {
    // A fixed time: on a busy machine, the lease could expire between the two claims.
    let library = try await TestLibrary(kind, now: Date(timeIntervalSince1970: 1_790_000_000))
    try await library.database.insert(recording: .fixed(1), job: .fixed(1))
    #expect(try await library.database.jobs.claim(among: nil) != nil)
    #expect(try await library.secondClient().jobs.claim(among: nil) == nil)
  }

  @Test(
    "Jobs are claimed oldest first, among the requested memos",
    arguments: TestLibrary.live)
  func order(_ kind: TestLibrary.Kind) async throws {
    let library = try await TestLibrary(kind)
    let database = library.database
    for number in 1...3 as ClosedRange<UInt8> {
      try await database.insert(recording: .fixed(number), job: .fixed(number))
    }
    let chosen = try await database.jobs.claim(among: [Recording.ID(.fixed(3))])
    #expect(chosen?.recordingID.rawValue == .fixed(3))
    try await database.trash(ids: [Recording.ID(.fixed(1))], at: Date(timeIntervalSince1970: 1))
    #expect(try await database.jobs.claim(among: nil)?.recordingID.rawValue == .fixed(2))
    #expect(try await database.jobs.claim(among: nil) == nil, "memos in the trash wait")
  }

  @Test("A failure is kept with its reason, and can be tried again", arguments: TestLibrary.live)
  func failure(_ kind: TestLibrary.Kind) async throws {
    let library = try await TestLibrary(kind)
    let database = library.database
    try await database.insert(recording: .fixed(1), job: .fixed(1))
    let job = try #require(try await database.jobs.claim(among: nil))
    try await database.jobs.end(
      id: job.id, outcome: .failed(reason: "no engine", at: Date(timeIntervalSince1970: 3)))
    let failed = try #require(try await database.jobs.list().first)
    #expect(failed.state == .failed && failed.reason == "no engine")
    #expect(
      try await database.recordings(matching: RecordingQuery())[0].transcription
        == .failed(reason: "no engine"))
    #expect(try await database.jobs.claim(among: nil) == nil)
    try await database.jobs.enqueue(
      job: TranscriptionJob(
        id: TranscriptionJob.ID(.fixed(250)), recordingID: job.recordingID,
        createdAt: Date(timeIntervalSince1970: 4)))
    #expect(try await database.jobs.claim(among: nil)?.id.rawValue == .fixed(250))
  }

  @Test(
    "A new transcript replaces the current one only when complete",
    arguments: TestLibrary.live)
  func replacement(_ kind: TestLibrary.Kind) async throws {
    let library = try await TestLibrary(kind)
    let database = library.database
    try await database.addMemo(1, saying: "old words")
    let id = Recording.ID(.fixed(1))
    try await database.jobs.enqueue(job: .fixed(1))
    let job = try #require(try await database.jobs.claim(among: nil))
    try await database.jobs.append(
      segments: [.spoken("new")], to: job.id, checkpoint: nil, progress: 1)
    #expect(try await database.transcription(of: id)?.text == "old words")
    #expect(try await database.search(query: SearchQuery("new")).isEmpty)
    try await database.jobs.end(
      id: job.id,
      outcome: .done(TranscriptionSummary(engine: engine), at: Date(timeIntervalSince1970: 0)))
    #expect(try await database.transcription(of: id)?.text == "new")
    #expect(try await database.search(query: SearchQuery("old")).isEmpty)
  }

  @Test(
    "A replaced job stores nothing more, and its memo gets the new one's words",
    arguments: TestLibrary.live)
  func superseded(_ kind: TestLibrary.Kind) async throws {
    let library = try await TestLibrary(kind)
    let database = library.database
    try await database.insert(recording: .fixed(1), job: .fixed(1))
    let old = try #require(try await database.jobs.claim(among: nil))
    try await database.jobs.append(
      segments: [.spoken("old")], to: old.id, checkpoint: nil, progress: 0.5)
    try await database.jobs.enqueue(
      job: TranscriptionJob(
        id: TranscriptionJob.ID(.fixed(250)), recordingID: old.recordingID,
        createdAt: Date(timeIntervalSince1970: 4)))
    let done = TranscriptionJob.Outcome.done(
      TranscriptionSummary(engine: engine), at: Date(timeIntervalSince1970: 0))
    await expectNotFound {
      try await database.jobs.append(
        segments: [.spoken("lost")], to: old.id, checkpoint: nil, progress: 1)
    }
    for outcome in [done, .interrupted, .failed(reason: "", at: .distantPast), .cancelled] {
      await expectNotFound { try await database.jobs.end(id: old.id, outcome: outcome) }
    }
    #expect(try await database.recordings(matching: RecordingQuery())[0].transcription == .queued)

    let new = try #require(try await database.jobs.claim(among: nil))
    #expect(new.id.rawValue == .fixed(250))
    try await database.jobs.append(
      segments: [.spoken("new")], to: new.id, checkpoint: nil, progress: 1)
    try await database.jobs.end(id: new.id, outcome: done)
    #expect(try await database.transcription(of: old.recordingID)?.text == "new")
    #expect(try await database.jobs.claim(among: nil) == nil)
  }

  @Test(
    "A memo keeps its transcript when another transcription is canceled",
    arguments: TestLibrary.live)
  func cancelingAgain(_ kind: TestLibrary.Kind) async throws {
    let library = try await TestLibrary(kind)
    let database = library.database
    try await database.insert(recording: .fixed(1), job: .fixed(1))
    let job = try #require(try await database.jobs.claim(among: nil))
    try await database.jobs.append(
      segments: [.spoken("hello there")], to: job.id, checkpoint: nil, progress: 1)
    try await database.jobs.end(
      id: job.id,
      outcome: .done(
        TranscriptionSummary(engine: engine, language: "en", model: "base"), at: .distantPast))
    let again = TranscriptionJob(
      id: TranscriptionJob.ID(.fixed(102)), recordingID: job.recordingID,
      createdAt: Date(timeIntervalSince1970: 6), model: nil, settings: job.settings)
    try await database.jobs.enqueue(job: again)
    try await database.jobs.end(id: again.id, outcome: .cancelled)
    #expect(try await database.recordings(matching: RecordingQuery())[0].transcription == .done)
    #expect(try await database.transcription(of: job.recordingID) != nil)
  }

  @Test(
    "A waiting or running job can be canceled once", arguments: TestLibrary.live)
  func canceling(_ kind: TestLibrary.Kind) async throws {
    let library = try await TestLibrary(kind)
    let database = library.database
    for number in 1...2 as ClosedRange<UInt8> {
      try await database.insert(recording: .fixed(number), job: .fixed(number))
    }
    let running = try #require(try await database.jobs.claim(among: [Recording.ID(.fixed(1))]))
    for id in [running.id, TranscriptionJob.fixed(2).id] {
      try await database.jobs.end(id: id, outcome: .cancelled)
      await expectNotFound { try await database.jobs.end(id: id, outcome: .cancelled) }
    }
    await expectNotFound {
      try await database.jobs.append(
        segments: [.spoken("late")], to: running.id, checkpoint: nil, progress: 1)
    }
    #expect(try await database.jobs.claim(among: nil) == nil)
    #expect(
      try await database.recordings(matching: RecordingQuery()).map(\.transcription)
        == [.cancelled, .cancelled])
  }

  @Test(
    "Segments for a deleted memo are dropped", arguments: TestLibrary.live
  )
  func deletedMemo(_ kind: TestLibrary.Kind) async throws {
    let library = try await TestLibrary(kind)
    let database = library.database
    try await database.insert(recording: .fixed(1), job: .fixed(1))
    let job = try #require(try await database.jobs.claim(among: nil))
    try await database.trash(ids: [job.recordingID], at: Date(timeIntervalSince1970: 1))
    try await database.jobs.append(
      segments: [.spoken("hello")], to: job.id, checkpoint: nil, progress: 0.5)
    _ = try await database.deletePermanently(ids: [job.recordingID])
    await expectNotFound {
      try await database.jobs.append(
        segments: [.spoken("there")], to: job.id, checkpoint: nil, progress: 1)
    }
    #expect(try await database.integrityProblems() == [])
  }

  private func expectNotFound(
    _ work: () async throws -> Void, sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    do {
      try await work()
      Issue.record("nothing was thrown", sourceLocation: sourceLocation)
    } catch DatabaseError.notFound {
    } catch {
      Issue.record(error, sourceLocation: sourceLocation)
    }
  }

  @Test("Words of any content survive storage", arguments: TestLibrary.live)
  func oddWords(_ kind: TestLibrary.Kind) async throws {
    let library = try await TestLibrary(kind)
    let database = library.database
    try await database.insert(recording: .fixed(1), job: .fixed(1))
    let job = try #require(try await database.jobs.claim(among: nil))
    let words = ["\"quoted\"", "back\\slash", "tab\there", "nul\u{0}", "é🎤", "New York", "", "—"]
    let segment = Segment(
      words: words.enumerated().map { index, text in
        Word(
          text: text, start: .milliseconds(index * 10), end: .milliseconds(index * 10 + 5),
          confidence: 0.001)
      })
    try await database.jobs.append(segments: [segment], to: job.id, checkpoint: nil, progress: 1)
    try await database.jobs.end(
      id: job.id,
      outcome: .done(TranscriptionSummary(engine: engine), at: Date(timeIntervalSince1970: 0)))
    let transcription = try #require(try await database.transcription(of: job.recordingID))
    #expect(transcription.segments.flatMap(\.words) == segment.words)
    let hit = try #require(try await database.search(query: SearchQuery("york")).first)
    #expect(hit.places.map(\.wordIndex) == [5])
  }

  @Test("Eight concurrent claims get eight different jobs", arguments: TestLibrary.live)
  func race(_ kind: TestLibrary.Kind) async throws {
    let library = try await TestLibrary(kind)
    let database = library.database
    for number in 1...8 as ClosedRange<UInt8> {
      try await database.insert(recording: .fixed(number), job: .fixed(number))
    }
    let claimed = try await withThrowingTaskGroup(of: UUID?.self) { group in
      for _ in 1...8 {
        group.addTask {
          try await library.secondClient().jobs.claim(among: nil)?.recordingID.rawValue
        }
      }
      return try await group.reduce(into: Set<UUID>()) { ids, id in
        if let id { ids.insert(id) }
      }
    }
    #expect(claimed.count == 8)
  }
}
