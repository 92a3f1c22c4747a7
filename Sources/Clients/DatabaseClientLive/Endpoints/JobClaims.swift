import DatabaseClient
import DatabaseSQL
import Foundation
import SharedModels

extension LibraryDatabase {
  func claimJob(among ids: Set<Recording.ID>?) async throws -> TranscriptionJob? {
    try await run { try $0.claim(among: ids) }
  }

  private func claim(among ids: Set<Recording.ID>?) throws -> TranscriptionJob? {
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
      let held = withHeldJobs { $0 }
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
    if let job { withHeldJobs { $0.hold(job.id, for: owner) } }
    return job
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
