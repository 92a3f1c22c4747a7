import DatabaseClient
import POSIX
import SharedModels
import Tagged

public final class TranscriptionMetrics: Sendable {
  public enum Outcome: String, CaseIterable, Sendable {
    case done, failed, interrupted
  }

  public struct Counts: Equatable, Sendable {
    /// Claims that had expired, or whose job or memo was gone, at their next use.
    public var leasesLost = 0
    public var outcomes: [Outcome: Int] = [:]
    public var running = 0
    /// The audio covered by stored segments.
    public var speech: Duration = .zero

    public init() {}
  }

  private struct State {
    var counts = Counts()
    var reached: [ClaimedJob.ID: Duration] = [:]
  }

  private let state = Mutex(State())

  public init() {}

  public var counts: Counts { state.withLock(\.counts) }

  func begin() { state.withLock { $0.counts.running += 1 } }

  func finish() { state.withLock { $0.counts.running -= 1 } }

  fileprivate func note(_ claim: ClaimedJob) {
    state.withLock { $0.reached[claim.id] = claim.job.transcribedUntil }
  }

  fileprivate func note(_ proof: ClaimProof, until end: Duration) {
    state.withLock { state in
      guard let reached = state.reached[proof.claim], end > reached
      else { return }
      state.counts.speech += end - reached
      state.reached[proof.claim] = end
    }
  }

  fileprivate func note(_ proof: ClaimProof, _ outcome: Outcome) {
    state.withLock { state in
      state.reached[proof.claim] = nil
      state.counts.outcomes[outcome, default: 0] += 1
    }
  }

  fileprivate func watching<Value>(
    _ proof: ClaimProof, _ work: () async throws -> Value
  ) async throws -> Value {
    do {
      return try await work()
    } catch DatabaseError.notFound(let what) {
      state.withLock { state in
        if state.reached.removeValue(forKey: proof.claim) != nil { state.counts.leasesLost += 1 }
      }
      throw DatabaseError.notFound(what)
    }
  }
}

extension JobQueueClient {
  func counted(by metrics: TranscriptionMetrics) -> Self {
    var queue = self
    queue.claim = { [claim] jobs in
      let claimed = try await claim(jobs)
      if let claimed { metrics.note(claimed) }
      return claimed
    }
    queue.append = { [append] segments, proof, checkpoint, progress in
      try await metrics.watching(proof) {
        try await append(segments, proof, checkpoint, progress)
      }
      if let end = segments.last?.end { metrics.note(proof, until: end) }
    }
    queue.renew = { [renew] proof in try await metrics.watching(proof) { try await renew(proof) } }
    queue.end = { [end] proof, outcome in
      try await metrics.watching(proof) { try await end(proof, outcome) }
      switch outcome {
      case .cancelled: break
      case .done: metrics.note(proof, .done)
      case .failed: metrics.note(proof, .failed)
      case .interrupted: metrics.note(proof, .interrupted)
      }
    }
    return queue
  }
}
