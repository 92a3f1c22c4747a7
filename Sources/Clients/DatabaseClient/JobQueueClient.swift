public import DependenciesMacros
public import SharedModels
public import Tagged

/// The transcriptions that are to be made in many libraries, for a program that makes them and has no
/// library of its own.
///
/// It keeps nothing between two calls, so that any of several servers may answer each: what shows
/// that a job is somebody's is the ``ClaimedJob`` that they show.
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
  public var recording: @Sendable (_ of: ClaimedJob) async throws -> Recording

  /// What is kept of a job so far, in the order of speech.
  ///
  /// - Throws: ``DatabaseError/notFound(_:)`` as ``recording`` does.
  public var keptSegments: @Sendable (_ of: ClaimedJob) async throws -> [Segment]

  /// Keeps segments, as `appendSegments` of ``DatabaseClient`` does, and renews the lease.
  public var append:
    @Sendable (
      _ segments: [Segment], _ to: ClaimedJob, _ checkpoint: TranscriptionCheckpoint?,
      _ progress: Double
    ) async throws -> Void

  /// Renews the lease, as `renewJob` of ``DatabaseClient`` does.
  public var renew: @Sendable (_ claim: ClaimedJob) async throws -> Void

  /// Ends a job or puts it back, as `endJob` of ``DatabaseClient`` does.
  public var end:
    @Sendable (_ claim: ClaimedJob, _ outcome: TranscriptionJob.Outcome) async throws -> Void

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
        segments: segments, to: claim, checkpoint: checkpoint, progress: progress)
    }
    library.renewJob = { id in
      try check(id)
      try await queue.renew(claim: claim)
    }
    library.endJob = { id, outcome in
      // Anybody may cancel any job.
      if outcome == .cancelled { return try await endJob(id, outcome) }
      try check(id)
      try await queue.end(claim: claim, outcome: outcome)
    }
    return library
  }
}
