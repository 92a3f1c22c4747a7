import Clocks
import DatabaseClient
import Dependencies
import Foundation
import SharedModels
import SpeechClient
import Testing
import TranscriptionCore

/// Jobs that several processes work on.
@Suite(.timeLimit(.minutes(10)))
struct SharedJobTests {
  private let library: TestLibrary

  init() throws {
    library = try TestLibrary()
  }

  @Test("A job that another process has is awaited, and its end is reported once")
  func elsewhere() async throws {
    for number in 1...2 { try await library.addMemo(number) }
    let other = library.otherDatabase.jobs
    let job = try #require(try await other.claim(among: [TestLibrary.id(1)]))
    let events = try await library.run(
      .scripted(saying: "Yes."), completing: [TestLibrary.id(1), TestLibrary.id(2)]
    ) {
      $0.continuousClock = ImmediateClock()
      let claim = $0.database.jobs.claim
      $0.database.jobs.claim = { ids in
        // The second memo is done.
        if ids == [TestLibrary.id(1)] {
          try await other.append(
            segments: Transcription.preview("Made by another.").segments, to: job.id,
            checkpoint: nil, progress: 1)
          try await other.end(
            id: job.id, outcome: .done(TranscriptionSummary(), at: TestLibrary.now))
        }
        return try await claim(ids)
      }
    }
    #expect(
      events.ended == [
        .finished(TestLibrary.id(2), wordCount: 1), .finished(TestLibrary.id(1), wordCount: 3),
      ])
  }

  @Test("The job of a process that dies is taken over, and its end is reported once")
  func otherDies() async throws {
    try await library.addMemo(1)
    _ = try #require(try await library.otherDatabase.jobs.claim(among: nil))
    let events = try await library.run(
      .scripted(saying: "Yes."), completing: [TestLibrary.id(1)]
    ) { [library] in
      $0.continuousClock = ImmediateClock()
      let claim = $0.database.jobs.claim
      $0.database.jobs.claim = { ids in
        await library.wait(JobLease.length / 2, isAsleep: true)
        return try await claim(ids)
      }
    }
    #expect(events.ended == [.finished(TestLibrary.id(1), wordCount: 1)])
    #expect(try await library.states() == [.done])
  }

  @Test("A memo in the trash is not awaited, because its job does not start there")
  func trashed() async throws {
    for number in 1...2 { try await library.addMemo(number) }
    let ids = Set((1...2).map(TestLibrary.id))
    _ = try #require(try await library.otherDatabase.jobs.claim(among: [TestLibrary.id(1)]))
    try await library.otherDatabase.trash(ids: Array(ids), at: TestLibrary.now)
    let events = try await library.run(.scripted(saying: "Yes."), completing: ids) {
      $0.continuousClock = ImmediateClock()
    }
    #expect(events == [])
    #expect(try await library.database.recording(id: TestLibrary.id(2))?.transcription == .queued)
  }

  @Test("A deleted memo is not awaited")
  func deleted() async throws {
    let events = try await library.run(
      .scripted(saying: "Yes."), completing: [TestLibrary.id(1)])
    #expect(events == [])
  }
}
