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
}
