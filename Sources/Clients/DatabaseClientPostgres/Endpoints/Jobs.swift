import DatabaseClient
import DatabaseSQL
import Foundation
import SharedModels

extension LibrarySession {
  static let lease = "\(JobLease.length / .seconds(1)) seconds"

  func claimJob(
    among ids: Set<Recording.ID>?, for owner: UUID, except held: [TranscriptionJob.ID]
  ) throws -> TranscriptionJob? {
    let chosen: SQL = ids.map { "\(Array($0))" } ?? "NULL::uuid[]"
    let row = try first(
      "SELECT claim_in($1::int, \(owner), \(Self.lease)::interval, \(chosen), \(held)) AS row"
    ) { $0.optionalInt64("row") }
    return try (row ?? nil).flatMap { try job(atRow: $0) }
  }

  func renewJob(_ id: TranscriptionJob.ID, claimedFor owner: UUID) throws {
    let count = try run(
      """
      UPDATE jobs SET leased_until = moment() + \(Self.lease)::interval
      WHERE library = $1 AND id = \(id) AND state = 'running' AND owner = \(owner)
      """)
    guard count == 1
    else { throw DatabaseError.notFound(id) }
  }

  func append(
    _ segments: [Segment], to id: TranscriptionJob.ID, claimedFor owner: UUID,
    checkpoint: TranscriptionCheckpoint?, progress: Double
  ) throws {
    try append(
      segments, to: job(id, claimedFor: owner), checkpoint: checkpoint, progress: progress,
      leasedUntil: "moment() + \(Self.lease)::interval")
  }

  func end(
    _ id: TranscriptionJob.ID, claimedFor owner: UUID, _ outcome: TranscriptionJob.Outcome
  ) throws {
    if case .done(_, _, _, _, _?, _) = outcome { try waitForVoices(.toUse) }
    try end(job(id, claimedFor: owner), outcome)
  }
}
