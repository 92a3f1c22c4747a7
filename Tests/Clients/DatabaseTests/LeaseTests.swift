import DatabaseClient
import Foundation
import SharedModels
import TestLibraries
import Testing

/// Whose a claimed job is, and until when.
struct LeaseTests {
  /// A library that two programs use, and the time there.
  private struct Programs {
    let one: DatabaseClient
    let other: DatabaseClient
    private let library: TestLibrary

    init(_ kind: TestLibrary.Kind) async throws {
      library = try await TestLibrary(kind, now: Date(timeIntervalSince1970: 1_000_000))
      one = library.database
      other = try await library.secondClient()
    }

    func wait(_ seconds: Double) async throws { try await library.wait(seconds) }

    /// The one's job of a new memo.
    func claimed(_ number: UInt8 = 1) async throws -> TranscriptionJob {
      try await one.insert(recording: .fixed(number), job: .fixed(number))
      return try #require(try await one.jobs.claim(among: nil))
    }
  }

  private let done = TranscriptionJob.Outcome.done(
    TranscriptionSummary(engine: TranscriptionEngine(name: "engine", version: "2")),
    at: Date(timeIntervalSince1970: 77))

  @Test("A claim lasts half a minute, then the job is free", arguments: TestLibrary.all)
  func expiry(_ kind: TestLibrary.Kind) async throws {
    let programs = try await Programs(kind)
    let job = try await programs.claimed()
    try await programs.wait(29.9)
    #expect(try await programs.other.jobs.claim(among: nil) == nil)
    try await programs.wait(0.1)
    let again = try #require(try await programs.other.jobs.claim(among: nil))
    #expect(again.id == job.id && again.attempts == 2)
    #expect(try await programs.one.jobs.claim(among: nil) == nil)
  }

  @Test(
    "A heartbeat and stored segments extend a claim",
    arguments: TestLibrary.all
  )
  func renewal(_ kind: TestLibrary.Kind) async throws {
    let programs = try await Programs(kind)
    let job = try await programs.claimed()
    for _ in 1...5 {
      try await programs.wait(29)
      try await programs.one.jobs.renew(id: job.id)
    }
    for _ in 1...5 {
      try await programs.wait(29)
      try await programs.one.jobs.append(
        segments: [.spoken("on")], to: job.id, checkpoint: nil, progress: 0.5)
      #expect(try await programs.other.jobs.claim(among: nil) == nil)
    }
    try await programs.wait(29)
    try await programs.one.jobs.end(id: job.id, outcome: done)
    #expect(
      try await programs.other.transcription(of: job.recordingID)?.text
        == "on on on on on")
  }

  @Test(
    "A client that lost its job gets an error, and its writes are ignored",
    arguments: TestLibrary.all)
  func loss(_ kind: TestLibrary.Kind) async throws {
    let programs = try await Programs(kind)
    let (one, other) = (programs.one, programs.other)
    let job = try await programs.claimed()
    try await one.jobs.append(
      segments: [.spoken("first")], to: job.id, checkpoint: .fixed, progress: 0.5)
    try await programs.wait(30)
    let taken = try #require(try await other.jobs.claim(among: nil))
    #expect(
      taken.checkpoint == .fixed
        && taken.transcribedUntil == job.transcribedUntil + .milliseconds(500))
    await #expect(throws: DatabaseError.notFound(job.id)) {
      try await one.jobs.append(
        segments: [.spoken("lost")], to: job.id, checkpoint: nil, progress: 1)
    }
    await #expect(throws: DatabaseError.notFound(job.id)) { try await one.jobs.renew(id: job.id) }
    for outcome in [done, .interrupted, .failed(reason: "", at: .distantPast)] {
      await #expect(throws: DatabaseError.notFound(job.id)) {
        try await one.jobs.end(id: job.id, outcome: outcome)
      }
    }
    #expect(try await other.jobs.job(of: job.recordingID)?.checkpoint == .fixed)
    try await other.jobs.append(
      segments: [.spoken("second", from: .seconds(1))], to: job.id, checkpoint: nil, progress: 1)
    try await other.jobs.end(id: job.id, outcome: done)
    #expect(try await one.transcription(of: job.recordingID)?.text == "first second")
  }

  @Test(
    "An expired claim resumes if the job is still free", arguments: TestLibrary.all)
  func sleep(_ kind: TestLibrary.Kind) async throws {
    let programs = try await Programs(kind)
    let job = try await programs.claimed()
    try await programs.wait(10_000)
    #expect(try await programs.one.jobs.claim(among: nil) == nil, "it is done by this one already")
    try await programs.one.jobs.renew(id: job.id)
    #expect(try await programs.other.jobs.claim(among: nil) == nil)
    try await programs.one.jobs.end(id: job.id, outcome: done)
  }

  @Test(
    "A lost job that is free again is not claimed by its previous owner while it runs",
    arguments: TestLibrary.all)
  func backAgain(_ kind: TestLibrary.Kind) async throws {
    let programs = try await Programs(kind)
    let job = try await programs.claimed()
    try await programs.wait(30)
    _ = try await programs.other.jobs.claim(among: nil)
    try await programs.other.jobs.end(id: job.id, outcome: .interrupted)
    #expect(try await programs.one.jobs.claim(among: nil) == nil)
    await #expect(throws: DatabaseError.notFound(job.id)) {
      try await programs.one.jobs.append(
        segments: [.spoken("late")], to: job.id, checkpoint: nil, progress: 1)
    }
    #expect(try await programs.one.jobs.claim(among: nil)?.id == job.id)
    #expect(try await programs.one.jobs.keptSegments(of: job.id, after: 0) == [])
  }

  @Test(
    "Setting the clock back delays no job", arguments: TestLibrary.all)
  func setBack(_ kind: TestLibrary.Kind) async throws {
    let programs = try await Programs(kind)
    let job = try await programs.claimed()
    // Two machines' clocks are never quite the same.
    try await programs.wait(-25)
    #expect(try await programs.other.jobs.claim(among: nil) == nil)
    try await programs.wait(-3_600)
    #expect(try await programs.other.jobs.claim(among: nil)?.id == job.id)
    await #expect(throws: DatabaseError.notFound(job.id)) {
      try await programs.one.jobs.renew(id: job.id)
    }
    try await programs.other.jobs.renew(id: job.id)
  }

  @Test("Of eight clients that claim an expired job, one gets it", arguments: TestLibrary.all)
  func race(_ kind: TestLibrary.Kind) async throws {
    let programs = try await Programs(kind)
    let job = try await programs.claimed()
    try await programs.wait(30)
    let claims = try await withThrowingTaskGroup(of: Bool.self) { group in
      for _ in 1...8 {
        group.addTask { try await programs.other.jobs.claim(among: nil) != nil }
      }
      return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
    }
    #expect(claims == 1)
    try await programs.other.jobs.end(id: job.id, outcome: done)
  }

  @Test("A job canceled elsewhere is lost, too", arguments: TestLibrary.all)
  func cancelled(_ kind: TestLibrary.Kind) async throws {
    let programs = try await Programs(kind)
    let job = try await programs.claimed()
    try await programs.other.jobs.end(id: job.id, outcome: .cancelled)
    await #expect(throws: DatabaseError.notFound(job.id)) {
      try await programs.one.jobs.renew(id: job.id)
    }
  }
}
