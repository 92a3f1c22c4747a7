public import DependenciesMacros
public import SharedModels
public import Tagged

/// Jobs of many libraries. Any server can answer. Lost claims throw ``DatabaseError/notFound(_:)``.
@DependencyClient
public struct JobQueueClient: Sendable {
  /// `except` lists the jobs that the caller is working on, including those it has lost.
  public var claim: @Sendable (_ except: Set<TranscriptionJob.ID>) async throws -> ClaimedJob?

  public var recording: @Sendable (_ of: ClaimProof) async throws -> Recording

  public var keptSegments: @Sendable (_ of: ClaimProof) async throws -> [Segment]

  public var append:
    @Sendable (
      _ segments: [Segment], _ to: ClaimProof, _ checkpoint: TranscriptionCheckpoint?,
      _ progress: Double
    ) async throws -> Void

  public var renew: @Sendable (_ claim: ClaimProof) async throws -> Void

  public var end:
    @Sendable (_ claim: ClaimProof, _ outcome: TranscriptionJob.Outcome) async throws -> Void

  /// Sets the memo's title if it is still `replacing`. Returns whether the memo has the new title.
  public var setTitle:
    @Sendable (_ of: ClaimProof, _ title: String, _ replacing: String) async throws -> Bool

  /// Fires when a job may be available: for new jobs, and periodically, since leases end silently.
  public var news: @Sendable () -> AsyncStream<Void> = { AsyncStream { $0.finish() } }
}

extension JobsClient {
  /// The jobs of the claim's library, of which the client owns only this one and can claim no other.
  public func owning(_ claim: ClaimedJob, of queue: JobQueueClient) -> JobsClient {
    @Sendable func check(_ id: TranscriptionJob.ID) throws {
      guard id == claim.job.id
      else { throw DatabaseError.notFound(id) }
    }
    var jobs = self
    jobs.claim = { _ in nil }
    jobs.append = { segments, id, checkpoint, progress in
      try check(id)
      try await queue.append(
        segments: segments, to: claim.proof, checkpoint: checkpoint, progress: progress)
    }
    jobs.renew = { id in
      try check(id)
      try await queue.renew(claim: claim.proof)
    }
    jobs.end = { [end] id, outcome in
      // Any client may cancel any job.
      if outcome == .cancelled { return try await end(id, outcome) }
      try check(id)
      try await queue.end(claim: claim.proof, outcome: outcome)
    }
    return jobs
  }
}

extension DatabaseClient {
  /// Provides only the memo, the kept segments and title changes, all through the queue.
  public static func known(by claim: ClaimedJob, of queue: JobQueueClient) -> DatabaseClient {
    var library = DatabaseClient()
    library.recordings = { query in
      guard query.ids?.contains(claim.job.recordingID) == true
      else { return [] }
      return [try await queue.recording(of: claim.proof)]
    }
    library.jobs.keptSegments = { id, count in
      guard id == claim.job.id
      else { return [] }
      return Array(try await queue.keptSegments(of: claim.proof).dropFirst(count))
    }
    library.modify = { id, change in
      var memo = try await queue.recording(of: claim.proof)
      guard memo.id == id
      else { throw DatabaseError.notFound(claim.job.id) }
      let title = memo.title
      try change(&memo)
      if memo.title != title,
        try await !queue.setTitle(of: claim.proof, title: memo.title, replacing: title)
      {
        return try await queue.recording(of: claim.proof)
      }
      return memo
    }
    library.jobs = library.jobs.owning(claim, of: queue)
    return library
  }
}
