import ConcurrencyExtras
import DatabaseClient
import Dependencies
import DependenciesTestSupport
import Foundation
import SharedModels
import SpeechClient
import Testing
import TranscriptionCore

/// Jobs that are taken away while they are worked on.
struct LostJobTests {
  private let library: TestLibrary

  init() throws {
    library = try TestLibrary()
  }

  @Test("A memo deleted during its transcription does not stop the others")
  func forgotten() async throws {
    for number in 1...3 { try await library.addMemo(number) }
    let database = library.database
    let events = try await library.run(.scripted(saying: "Yes.")) {
      let append = $0.database.jobs.append
      $0.database.jobs.append = { segments, job, checkpoint, progress in
        if job.rawValue == UUID(102) {
          try await database.trash(ids: [TestLibrary.id(2)], at: TestLibrary.now)
          _ = try await database.deletePermanently(ids: [TestLibrary.id(2)])
        }
        try await append(segments, job, checkpoint, progress)
      }
    }
    #expect(events.begun == [1, 2, 3].map(TestLibrary.id))
    #expect(events.ended == [1, 3].map { .finished(TestLibrary.id($0), wordCount: 1) })
    #expect(try await library.states() == [.done, .done])
  }

  @Test("A job replaced while it runs is left to its replacement")
  func replaced() async throws {
    try await library.addMemo(1)
    let database = library.database
    let others = LockIsolated([UUID(200)])
    let events = try await library.run(.scripted(saying: "Yes.")) {
      let append = $0.database.jobs.append
      $0.database.jobs.append = { segments, job, checkpoint, progress in
        if let other = others.withValue({ $0.popLast() }) {
          try await database.jobs.enqueue(
            job: TranscriptionJob(
              id: TranscriptionJob.ID(other), recordingID: TestLibrary.id(1),
              createdAt: TestLibrary.now))
        }
        try await append(segments, job, checkpoint, progress)
      }
    }
    #expect(events.begun == [1, 1].map(TestLibrary.id))
    #expect(events.last == .finished(TestLibrary.id(1), wordCount: 1))
    #expect(try await library.transcription(1)?.text == "Yes.")
  }

  @Test("Text edited during transcription stays, and the job fails")
  func edited() async throws {
    try await library.addMemo(1)
    try await library.run(.scripted(saying: "Old."))
    let database = library.database
    let old = try #require(try await library.transcription(1))
    try await database.jobs.enqueue(
      job: TranscriptionJob(
        id: TranscriptionJob.ID(UUID(200)), recordingID: TestLibrary.id(1),
        createdAt: TestLibrary.now))
    let events = try await library.run(.scripted(saying: "New.")) {
      let append = $0.database.jobs.append
      $0.database.jobs.append = { segments, job, checkpoint, progress in
        try await append(segments, job, checkpoint, progress)
        try await database.editTranscription(
          id: old.id,
          with: TranscriptionEdit(
            position: 0, removed: old.segments, inserted: Transcription.mock.segments,
            editedAtBefore: nil, editedAtAfter: TestLibrary.now + 1))
      }
    }
    let reason =
      "its text was edited during transcription; to replace the edits, transcribe it again"
    #expect(events.last == .failed(TestLibrary.id(1), reason: reason))
    #expect(try await library.transcription(1)?.text == Transcription.mock.text)
    #expect(try await database.jobs.list().map(\.reason) == [reason])
  }
}
