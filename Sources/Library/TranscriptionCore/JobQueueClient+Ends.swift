import ConcurrencyExtras
import DatabaseClient
import SharedModels
import Tagged

extension JobQueueClient {
  /// How often the end of a job is told: a lease is longer than the pauses between.
  private static let endTries = 4

  /// The same queue. It is told how a job ends even by a task that is cancelled, whose requests would
  /// end at once; and again where it gives no answer: where the job is not one's own any more then, it
  /// was the answer that was lost.
  func insistingOnEnds(pausing pause: Duration, on clock: any Clock<Duration>) -> Self {
    var queue = self
    let unanswered = LockIsolated<[ClaimedJob.ID: DatabaseError]>([:])
    queue.end = { [end] proof, outcome in
      @Sendable func tell() async throws {
        try await Task { try await end(proof, outcome) }.value
      }
      if outcome == .interrupted || outcome == .cancelled {
        let former = unanswered.withValue { $0.removeValue(forKey: proof.claim) }
        do {
          return try await tell()
        } catch DatabaseError.notFound(let what) {
          // It had ended, or not: nobody knows, but it need not have been lost.
          throw former ?? .notFound(what)
        }
      }
      var failure: DatabaseError?
      for count in 1...Self.endTries {
        do {
          return try await tell()
        } catch DatabaseError.notFound where failure != nil {
          return
        } catch let error as DatabaseError where error.isOfNoAnswer {
          failure = error
        }
        guard count < Self.endTries, (try? await clock.sleep(for: pause)) != nil
        else { break }
      }
      guard let failure
      else { return }
      unanswered.withValue { $0[proof.claim] = failure }
      throw failure
    }
    return queue
  }
}

extension DatabaseError {
  /// Whether it may be otherwise the next time, or be done already.
  fileprivate var isOfNoAnswer: Bool {
    switch self {
    case .busy, .diskFull, .unanswered, .unavailable, .unreachable: true
    default: false
    }
  }
}
