import ConcurrencyExtras
import DatabaseClient
import Dependencies
import Foundation
import SharedModels
import Testing
import TranscriptionCore

struct TranscriptionFollowerTests {
  @Test("A failed transcription of a memo with a transcript is reported as failed")
  func failedAgain() async throws {
    let memo = TranscribedMemo(recording: .mock, transcription: .mock)
    let database = DatabaseClient.inMemory([memo])
    let job = TranscriptionJob(
      id: TranscriptionJob.ID(UUID(9)), recordingID: Recording.mock.id, createdAt: .distantPast)
    try await database.jobs.enqueue(job: job)
    _ = try await database.jobs.claim(among: nil)
    try await database.jobs.end(id: job.id, outcome: .failed(reason: "no engine", at: .distantPast))
    let failures = LockIsolated<[String]>([])
    try await withDependencies {
      $0.continuousClock = ContinuousClock()
      $0.database = database
    } operation: {
      try await TranscriptionFollower().follow([Recording.mock.id]) { event in
        if case .failed(_, let reason) = event { failures.withValue { $0.append(reason) } }
      }
    }
    #expect(failures.value == ["no engine"])
  }
}
