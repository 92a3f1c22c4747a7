import ConcurrencyExtras
import DatabaseClient
import Foundation
import SharedModels
import Testing

@testable import TranscriptionCore

/// A transcriber's metrics.
struct TranscriptionMetricsTests {
  private let library: TestLibrary
  private let metrics = TranscriptionMetrics()
  private let queue: JobQueueClient

  init() throws {
    library = try TestLibrary()
    queue = LibrariesClient.inMemory(["a": library.database]).queue.counted(by: metrics)
  }

  private func segment(until end: Duration) -> Segment {
    Segment(words: [Word(text: "Yes.", start: .zero, end: end)])
  }

  private func end(_ outcome: TranscriptionJob.Outcome, hearing duration: Duration) async throws {
    let proof = try #require(try await queue.claim(except: [])).proof
    try await queue.append(
      segments: [segment(until: duration)], to: proof, checkpoint: nil, progress: 0.5)
    try await queue.end(claim: proof, outcome: outcome)
  }

  @Test("Transcripts are counted by outcome, and audio once by transcribed duration")
  func outcomes() async throws {
    try await library.addMemo(1)
    try await library.addMemo(2)
    try await end(.interrupted, hearing: .seconds(4))
    // It continued from there.
    try await end(
      .done(TranscriptionSummary(), at: TestLibrary.now),
      hearing: .seconds(10))
    try await end(.failed(reason: "no", at: TestLibrary.now), hearing: .milliseconds(1_500))
    let counts = metrics.counts
    #expect(counts.outcomes == [.done: 1, .failed: 1, .interrupted: 1])
    #expect(counts.speech == .milliseconds(11_500))
    #expect(counts.leasesLost == 0 && counts.running == 0)
  }

  @Test("A job claimed by another transcriber is counted once as lost")
  func lost() async throws {
    try await library.addMemo(1)
    let claim = try #require(try await queue.claim(except: []))
    try await library.database.jobs.end(id: claim.job.id, outcome: .cancelled)
    for _ in 1...2 {
      await #expect(throws: DatabaseError.self) { try await queue.renew(claim: claim.proof) }
      await #expect(throws: DatabaseError.self) {
        try await queue.end(claim: claim.proof, outcome: .interrupted)
      }
    }
    #expect(metrics.counts.leasesLost == 1)
    #expect(metrics.counts.outcomes == [:])
  }
}
