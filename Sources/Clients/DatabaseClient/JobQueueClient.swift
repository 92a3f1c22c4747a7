public import DependenciesMacros
public import SharedModels
public import Tagged

/// The transcriptions that are to be made in many libraries, for a program that makes them and has no
/// library of its own.
///
/// It keeps nothing between two calls, so that any of several servers may answer each: what shows
/// that a job is somebody's is the ``ClaimProof`` that they show.
@DependencyClient
public struct JobQueueClient: Sendable {
  /// Claims a job that nobody works on, for as long as ``JobLease/length`` says: of the library whose
  /// turn it is by its ``QueueShare``, the oldest one.
  ///
  /// - Parameter except: Jobs that whoever claims is at already, even if it has lost them.
  public var claim: @Sendable (_ except: Set<TranscriptionJob.ID>) async throws -> ClaimedJob?

  /// The memo that a claimed job is of.
  ///
  /// - Throws: ``DatabaseError/notFound(_:)`` for a job that is not its claimer's any more.
  public var recording: @Sendable (_ of: ClaimProof) async throws -> Recording

  /// What is kept of a job so far, in the order of speech.
  ///
  /// - Throws: ``DatabaseError/notFound(_:)`` as ``recording`` does.
  public var keptSegments: @Sendable (_ of: ClaimProof) async throws -> [Segment]

  /// Keeps segments, as `appendSegments` of ``DatabaseClient`` does, and renews the lease.
  public var append:
    @Sendable (
      _ segments: [Segment], _ to: ClaimProof, _ checkpoint: TranscriptionCheckpoint?,
      _ progress: Double
    ) async throws -> Void

  /// Renews the lease, as `renewJob` of ``DatabaseClient`` does.
  public var renew: @Sendable (_ claim: ClaimProof) async throws -> Void

  /// Ends a job or puts it back, as `endJob` of ``DatabaseClient`` does.
  public var end:
    @Sendable (_ claim: ClaimProof, _ outcome: TranscriptionJob.Outcome) async throws -> Void

  /// Gives the memo of a claimed job another title, in the place of the one by which it is known.
  ///
  /// - Returns: Whether it has it now: not where a person has given it another one meanwhile.
  /// - Throws: ``DatabaseError/notFound(_:)`` as ``recording`` does.
  public var setTitle:
    @Sendable (_ of: ClaimProof, _ title: String, _ replacing: String) async throws -> Bool

  /// Says when there may be something to be claimed: at once, when somebody asks for a transcript, and
  /// from time to time, since a lease runs out without a word.
  public var news: @Sendable () -> AsyncStream<Void> = { AsyncStream { $0.finish() } }
}

extension DatabaseClient {
  /// The library of a job that was claimed from a queue, for whoever works on that job: it is held as
  /// one that this client has claimed, and no other one can be.
  public func doing(_ claim: ClaimedJob, of queue: JobQueueClient) -> DatabaseClient {
    @Sendable func check(_ id: TranscriptionJob.ID) throws {
      guard id == claim.job.id
      else { throw DatabaseError.notFound(id) }
    }
    var library = self
    let endJob = endJob
    library.claimJob = { _ in nil }
    library.appendSegments = { segments, id, checkpoint, progress in
      try check(id)
      try await queue.append(
        segments: segments, to: claim.proof, checkpoint: checkpoint, progress: progress)
    }
    library.renewJob = { id in
      try check(id)
      try await queue.renew(claim: claim.proof)
    }
    library.endJob = { id, outcome in
      // Anybody may cancel any job.
      if outcome == .cancelled { return try await endJob(id, outcome) }
      try check(id)
      try await queue.end(claim: claim.proof, outcome: outcome)
    }
    return library
  }

  /// What whoever works on a claimed job needs of its library, where nothing but the queue can be
  /// asked: the memo, what is kept of the job, and another title. The rest is not there.
  public static func known(by claim: ClaimedJob, of queue: JobQueueClient) -> DatabaseClient {
    var library = DatabaseClient()
    library.recordings = { query in
      guard query.ids?.contains(claim.job.recordingID) == true
      else { return [] }
      return [try await queue.recording(of: claim.proof)]
    }
    library.keptSegments = { id, count in
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
    return library.doing(claim, of: queue)
  }
}
