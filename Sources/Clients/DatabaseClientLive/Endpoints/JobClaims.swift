import DatabaseClient
import DatabaseSQL
import Foundation
import SharedModels

extension LibraryDatabase {
  func claimJob(among ids: Set<Recording.ID>?) throws -> TranscriptionJob? {
    let chosen: SQL = ids.map { "recordings.id \(isOneOf: Array($0))" } ?? "TRUE"
    let owner = UUID()
    let job = try write { session -> TranscriptionJob? in
      let candidates = try session.query(
        """
        SELECT jobs.row, jobs.id, jobs.owner, jobs.leased_until, jobs.process
        FROM \(TranscriptionJob.tables)
        WHERE jobs.state IN ('queued', 'running') AND recordings.trashed_at IS NULL AND \(chosen)
        ORDER BY jobs.row
        """
      ) {
        (
          row: $0.int64("row"), id: try $0.id("id") as TranscriptionJob.ID,
          claim: StoredClaim(row: $0)
        )
      }
      let time = now()
      let held = held.withLock { $0 }
      guard
        let row = candidates.first(where: { !held.holds($0.id) && $0.claim.hasExpired(at: time) })?
          .row
      else { return nil }
      try session.run(
        """
        UPDATE jobs SET state = 'running', owner = \(owner.uuidString),
          leased_until = \(JobLease.end(from: time)), process = \(ProcessIdentity.current?.text),
          attempts = attempts + 1 WHERE row = \(row)
        """)
      return try session.job(atRow: row)
    }
    if let job { held.withLock { $0.hold(job.id, for: owner) } }
    return job
  }

  func append(
    _ segments: [Segment], to id: TranscriptionJob.ID, checkpoint: TranscriptionCheckpoint?,
    progress: Double
  ) throws {
    try asOwner(of: id) { session, job in
      try session.append(
        segments, to: job, checkpoint: checkpoint, progress: progress,
        leasedUntil: "\(JobLease.end(from: now()))")
    }
  }

  func renewJob(_ id: TranscriptionJob.ID) throws {
    try asOwner(of: id) { session, job in
      try session.run(
        "UPDATE jobs SET leased_until = \(JobLease.end(from: now())) WHERE row = \(job.row)")
    }
  }

  func end(_ id: TranscriptionJob.ID, _ outcome: TranscriptionJob.Outcome) throws {
    guard outcome != .cancelled
    else {
      return try release(id, ending: outcome) {
        try write { session in try session.end(session.openJob(id), outcome) }
      }
    }
    try asOwner(of: id, ending: outcome) { session, job in try session.end(job, outcome) }
  }

  private func asOwner(
    of id: TranscriptionJob.ID, ending outcome: TranscriptionJob.Outcome? = nil,
    _ work: (LibrarySession, LockedJob) throws -> Void
  ) throws {
    let owner = try held.withLock { try $0.owner(of: id) }
    try release(id, ending: outcome) {
      try write { session in
        try work(session, session.job(id, claimedFor: owner.uuidString))
      }
    }
  }

  private func release(
    _ id: TranscriptionJob.ID, ending outcome: TranscriptionJob.Outcome?,
    _ work: () throws -> Void
  ) throws {
    let result = Result(catching: work)
    let error: (any Error)? = if case .failure(let error) = result { error } else { nil }
    held.withLock { $0.release(id, after: error, ending: outcome) }
    try result.get()
  }
}

private struct StoredClaim {
  let owner: String?
  let leasedUntil: Date?
  let process: ProcessIdentity?

  init(row: SQLRow) {
    owner = row.optionalText("owner")
    leasedUntil = row.optionalDate("leased_until")
    process = row.optionalText("process").flatMap(ProcessIdentity.init)
  }

  func hasExpired(at now: Date) -> Bool {
    owner == nil || JobLease.hasExpired(leasedUntil, at: now) || process?.hasEnded == true
  }
}
