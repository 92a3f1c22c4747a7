import ConcurrencyExtras
import DatabaseClient
import SharedModels
import Tagged

extension JobQueueClient {
  /// A lease is longer than the pauses between these attempts.
  private static let completionAttempts = 4

  /// Ends jobs even in canceled tasks, with retries: a claim is gone if only the answer was lost.
  func retryingCompletion(pausing pause: Duration, on clock: any Clock<Duration>) -> Self {
    var queue = self
    let unanswered = LockIsolated<[ClaimedJob.ID: DatabaseError]>([:])
    queue.end = { [end] proof, outcome in
      @Sendable func attempt() async throws {
        try await Task { try await end(proof, outcome) }.value
      }
      if outcome == .interrupted || outcome == .cancelled {
        let former = unanswered.withValue { $0.removeValue(forKey: proof.claim) }
        do {
          return try await attempt()
        } catch DatabaseError.notFound(let what) {
          // Whether the job ended is unknown, so this reports the earlier error.
          throw former ?? .notFound(what)
        }
      }
      var failure: DatabaseError?
      for count in 1...Self.completionAttempts {
        do {
          return try await attempt()
        } catch DatabaseError.notFound where failure != nil {
          return
        } catch let error as DatabaseError where error.isRetryable {
          failure = error
        }
        guard count < Self.completionAttempts, (try? await clock.sleep(for: pause)) != nil
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
  fileprivate var isRetryable: Bool {
    switch self {
    case .busy, .diskFull, .noResponse, .unavailable, .unreachable: true
    default: false
    }
  }
}
