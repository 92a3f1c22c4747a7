import Clocks
import ConcurrencyExtras
import DatabaseClient
import Foundation
import SharedModels
import Testing

@testable import TranscriptionCore

/// Completing a job over a connection that breaks.
struct JobEndTests {
  private static let done = TranscriptionJob.Outcome.done(
    TranscriptionSummary(), at: TestLibrary.now)
  private static let lost = DatabaseError.noResponse("connection reset")

  private let library: TestLibrary
  private let metrics = TranscriptionMetrics()
  private let tries = LockIsolated(0)

  init() throws {
    library = try TestLibrary()
  }

  /// The queue of the library, over a connection that breaks `count` times.
  ///
  /// - Parameter isTold: Whether the queue receives the request, so that only its response is lost.
  private func queue(losing count: Int, isTold: Bool) -> JobQueueClient {
    var queue = LibrariesClient.inMemory(["a": library.database]).queue
    queue.end = { [end = queue.end, tries] proof, outcome in
      try Task.checkCancellation()
      let isLost = tries.withValue {
        $0 += 1; return $0 <= count
      }
      if isTold || !isLost { try await end(proof, outcome) }
      if isLost { throw Self.lost }
    }
    return queue.retryingCompletion(pausing: .seconds(5), on: ImmediateClock()).counted(by: metrics)
  }

  @Test(
    "Completing a job is retried, and a job completed by the first attempt is done",
    arguments: [true, false])
  func again(isTold: Bool) async throws {
    try await library.addMemo(1)
    let queue = queue(losing: 1, isTold: isTold)
    let proof = try #require(try await queue.claim(except: [])).proof
    try await queue.end(claim: proof, outcome: Self.done)
    #expect(tries.value == 2)
    #expect(metrics.counts.outcomes == [.done: 1] && metrics.counts.leasesLost == 0)
    #expect(try await library.states() == [.done])
  }

  @Test("Without an answer, completion gives up; a returned job was not lost")
  func givenUp() async throws {
    try await library.addMemo(1)
    try await library.addMemo(2)
    for isTold in [true, false] {
      tries.setValue(0)
      let queue = queue(losing: isTold ? 1 : 4, isTold: isTold)
      let proof = try #require(try await queue.claim(except: [])).proof
      if isTold {
        // The task that waits to retry is canceled.
        let work = Task { try await queue.end(claim: proof, outcome: Self.done) }
        work.cancel()
        _ = await work.result
      } else {
        await #expect(throws: Self.lost) {
          try await queue.end(claim: proof, outcome: Self.done)
        }
        #expect(tries.value == 4)
        try await queue.end(claim: proof, outcome: .interrupted)
      }
    }
    #expect(metrics.counts.leasesLost == 0)
    #expect(try await library.states() == [.done, .queued])
  }

  @Test("A canceled task still completes its job", arguments: [done, .interrupted])
  func cancelled(_ outcome: TranscriptionJob.Outcome) async throws {
    try await library.addMemo(1)
    let queue = queue(losing: 0, isTold: true)
    let proof = try #require(try await queue.claim(except: [])).proof
    let work = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await queue.end(claim: proof, outcome: outcome)
    }
    try await work.value
    #expect(try await library.states() == [outcome == .interrupted ? .queued : .done])
  }

  @Test("A job claimed by another transcriber is reported as lost")
  func lost() async throws {
    try await library.addMemo(1)
    let queue = queue(losing: 0, isTold: true)
    let claim = try #require(try await queue.claim(except: []))
    try await library.database.jobs.end(id: claim.job.id, outcome: .cancelled)
    await #expect(throws: DatabaseError.notFound(claim.job.id)) {
      try await queue.end(claim: claim.proof, outcome: Self.done)
    }
    #expect(metrics.counts.leasesLost == 1)
  }
}
