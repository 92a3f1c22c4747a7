import DatabaseClient
import Foundation
import PostgreSQL
import SharedModels
import StoredTranscript

extension TranscriptionJob {
  /// The columns that `init(row:)` reads.
  static let columns = """
    jobs.id, recordings.id, jobs.attempts, jobs.created_at, jobs.model, jobs.reason, \
    jobs.settings, jobs.state, jobs.transcribed_ms, jobs.updated_at, jobs.checkpoint, \
    jobs.trace
    """
  static let columnCount: Int32 = 12

  /// Where they are.
  static let tables = """
    jobs JOIN recordings ON recordings.library = jobs.library AND recordings.row = jobs.recording
    """

  init(row: PostgresRow) throws {
    let state = State(rawValue: row.text(7)) ?? .failed
    self.init(
      id: ID(row.uuid(0)),
      recordingID: Recording.ID(row.uuid(1)),
      attempts: row.int(2),
      checkpoint: row.optionalText(10)
        .flatMap { try? Coding.decode(TranscriptionCheckpoint.self, $0) },
      createdAt: Date(timeIntervalSince1970: row.double(3)),
      endedAt: [.done, .failed].contains(state)
        ? Date(timeIntervalSince1970: row.double(9)) : nil,
      model: row.optionalString(4),
      reason: row.optionalString(5),
      settings: (try? Coding.decode(TranscriptionSettings.self, row.text(6)))
        ?? TranscriptionSettings(),
      state: state,
      trace: row.optionalText(11).flatMap { TraceID($0) },
      transcribedUntil: .milliseconds(row.int64(8)))
  }
}

extension LibrarySession {
  /// Adds a job, and returns its row.
  @discardableResult
  func insert(_ job: TranscriptionJob, recordingRow: Int64) throws -> Int64 {
    try first(
      """
      INSERT INTO jobs (
        library, id, recording, is_held, state, attempts, model, settings, transcribed_ms, reason,
        created_at, updated_at, checkpoint, trace
      ) VALUES ($1, $2, $3, (
        SELECT trashed_at IS NOT NULL FROM recordings WHERE library = $1 AND row = $3
      ), $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) RETURNING row
      """,
      [
        job.id.rawValue, recordingRow, job.state.rawValue, job.attempts, job.model?.column,
        try Coding.encode(job.settings), job.transcribedUntil.wholeMilliseconds,
        job.reason?.column, job.createdAt.timeIntervalSince1970,
        (job.endedAt ?? job.createdAt).timeIntervalSince1970,
        try job.checkpoint.map { try Coding.encode($0) }, job.trace?.description,
      ]
    ) { $0.int64(0) } ?? 0
  }
}
