import DatabaseClient
import Foundation
import SQLite
import SharedModels
import StoredTranscript

extension TranscriptionJob {
  /// Requires a join of `jobs` and `recordings`.
  static let columns = """
    jobs.id, recordings.id, jobs.attempts, jobs.created_at, jobs.model, jobs.reason, \
    jobs.settings, jobs.state, jobs.transcribed_ms, jobs.updated_at, jobs.checkpoint, \
    jobs.trace
    """
  static let columnCount: Int32 = 12

  init(row: Row) throws {
    let state = State(rawValue: row.text(7)) ?? .failed
    self.init(
      id: try row.id(0),
      recordingID: try row.id(1),
      attempts: row.int(2),
      checkpoint: row.optionalText(10)
        .flatMap { try? Coding.decode(TranscriptionCheckpoint.self, $0) },
      createdAt: Date(timeIntervalSince1970: row.double(3)),
      endedAt: [.done, .failed].contains(state)
        ? Date(timeIntervalSince1970: row.double(9)) : nil,
      model: row.optionalText(4),
      reason: row.optionalText(5),
      settings: (try? Coding.decode(TranscriptionSettings.self, row.text(6)))
        ?? TranscriptionSettings(),
      state: state,
      trace: row.optionalText(11).flatMap { TraceID($0) },
      transcribedUntil: .milliseconds(row.int64(8)))
  }
}

extension Connection {
  func insert(_ job: TranscriptionJob, recordingRow: Int64) throws {
    try run(
      """
      INSERT INTO jobs (
        id, recording, state, attempts, model, settings, transcribed_ms, reason, created_at,
        updated_at, checkpoint, trace
      ) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?9, ?10, ?11)
      """,
      [
        job.id.text, recordingRow, job.state.rawValue, job.attempts, job.model,
        try Coding.encode(job.settings), job.transcribedUntil.wholeMilliseconds, job.reason,
        job.createdAt.timeIntervalSince1970,
        try job.checkpoint.map { try Coding.encode($0) }, job.trace?.description,
      ])
  }
}
