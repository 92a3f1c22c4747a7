package import DatabaseClient
import Foundation
import SharedModels

extension TranscriptionJob {
  package static let columns: SQL = """
    jobs.id AS job_id, recordings.id AS recording_id, jobs.attempts, jobs.created_at, jobs.model, \
    jobs.reason, jobs.settings, jobs.state, jobs.transcribed_ms, jobs.updated_at, \
    jobs.checkpoint, jobs.trace
    """

  package static let tables: SQL = """
    jobs JOIN recordings ON \(library: "recordings") AND recordings.row = jobs.recording
    """

  package init(row: SQLRow) throws {
    let state = State(rawValue: row.text("state")) ?? .failed
    self.init(
      id: try row.id("job_id"),
      recordingID: try row.id("recording_id"),
      attempts: row.int("attempts"),
      checkpoint: row.optionalText("checkpoint")
        .flatMap { try? Coding.decode(TranscriptionCheckpoint.self, $0) },
      createdAt: row.date("created_at"),
      endedAt: [.done, .failed].contains(state) ? row.date("updated_at") : nil,
      model: row.optionalText("model"),
      reason: row.optionalText("reason"),
      settings: (try? Coding.decode(TranscriptionSettings.self, row.text("settings")))
        ?? TranscriptionSettings(),
      state: state,
      trace: row.optionalText("trace").flatMap { TraceID($0) },
      transcribedUntil: row.milliseconds("transcribed_ms"))
  }
}

extension SQLSession {
  @discardableResult
  func insert(_ job: TranscriptionJob, recordingRow: Int64) throws -> Int64 {
    try insert(
      into: "jobs",
      [
        ("id", job.id), ("recording", recordingRow), ("state", job.state.rawValue),
        ("attempts", job.attempts), ("model", job.model),
        ("settings", try Coding.encode(job.settings)),
        ("transcribed_ms", job.transcribedUntil.wholeMilliseconds), ("reason", job.reason),
        ("created_at", job.createdAt), ("updated_at", job.endedAt ?? job.createdAt),
        ("checkpoint", try job.checkpoint.map { try Coding.encode($0) }),
        ("trace", job.trace?.description),
      ] + ownColumns(ofJobWithRecordingRow: recordingRow))
  }
}
