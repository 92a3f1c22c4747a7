import DatabaseClient
import Foundation
import SQLite
import SharedModels
import StoredTranscript

extension LibraryDatabase {
  func claimJob(among ids: Set<Recording.ID>?) throws -> TranscriptionJob? {
    let chosen = try ids.map { try Coding.encode($0.map(\.text)) }
    let owner = UUID()
    let job = try write { connection -> TranscriptionJob? in
      let candidates = try connection.query(
        """
        SELECT jobs.row, jobs.id, jobs.owner, jobs.leased_until, jobs.process FROM jobs
        JOIN recordings ON recordings.row = jobs.recording
        WHERE jobs.state IN ('queued', 'running') AND recordings.trashed_at IS NULL
          AND (?1 IS NULL OR recordings.id IN (SELECT value FROM json_each(?1)))
        ORDER BY jobs.row
        """, [chosen]
      ) { (row: $0.int64(0), id: try $0.id(1) as TranscriptionJob.ID, claim: StoredClaim(row: $0)) }
      let time = now()
      let held = held.withLock { $0 }
      guard
        let row = candidates.first(where: { !held.holds($0.id) && $0.claim.hasExpired(at: time) })?
          .row
      else { return nil }
      try connection.run(
        """
        UPDATE jobs SET state = 'running', owner = ?, leased_until = ?, process = ?,
          attempts = attempts + 1 WHERE row = ?
        """,
        [
          owner.uuidString, JobLease.end(from: time).timeIntervalSince1970,
          ProcessIdentity.current?.text, row,
        ])
      return try connection.first(
        """
        SELECT \(TranscriptionJob.columns) FROM jobs
        JOIN recordings ON recordings.row = jobs.recording WHERE jobs.row = ?
        """, [row], row: TranscriptionJob.init(row:))
    }
    if let job { held.withLock { $0.hold(job.id, for: owner) } }
    return job
  }

  func renewJob(_ id: TranscriptionJob.ID) throws {
    try asOwner(of: id) { connection, job in
      try connection.run(
        "UPDATE jobs SET leased_until = ? WHERE row = ?",
        [JobLease.end(from: now()).timeIntervalSince1970, job.row])
    }
  }

  func asOwner<Value: Sendable>(
    of id: TranscriptionJob.ID, ending outcome: TranscriptionJob.Outcome? = nil,
    _ work: (Connection, StoredJob) throws -> Value
  ) throws -> Value {
    let owner = try held.withLock { try $0.owner(of: id) }
    return try release(id, ending: outcome) {
      try write { connection in
        try work(connection, connection.job(id, claimedFor: owner))
      }
    }
  }

  func release<Value>(
    _ id: TranscriptionJob.ID, ending outcome: TranscriptionJob.Outcome?,
    _ work: () throws -> Value
  ) throws -> Value {
    let result = Result(catching: work)
    let error: (any Error)? = if case .failure(let error) = result { error } else { nil }
    held.withLock { $0.release(id, after: error, ending: outcome) }
    return try result.get()
  }
}

private struct StoredClaim {
  let owner: String?
  let leasedUntil: Date?
  let process: ProcessIdentity?

  init(row: Row) {
    owner = row.optionalText(2)
    leasedUntil = row.optionalDouble(3).map(Date.init(timeIntervalSince1970:))
    process = row.optionalText(4).flatMap(ProcessIdentity.init)
  }

  func hasExpired(at now: Date) -> Bool {
    owner == nil || JobLease.hasExpired(leasedUntil, at: now) || process?.hasEnded == true
  }
}
