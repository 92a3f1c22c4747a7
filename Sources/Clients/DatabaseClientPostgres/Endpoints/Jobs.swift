import DatabaseClient
import Foundation
import PostgreSQL
import SharedModels
import StoredTranscript
import Tagged

extension LibrarySession {
  private static let isNewest = """
    NOT EXISTS (
      SELECT FROM jobs AS later WHERE later.library = jobs.library
        AND later.recording = jobs.recording AND later.row > jobs.row)
    """

  func job(of id: Recording.ID) throws -> TranscriptionJob? {
    try first(
      """
      SELECT \(TranscriptionJob.columns) FROM \(TranscriptionJob.tables)
      WHERE jobs.library = $1 AND recordings.id = $2
        AND jobs.state IN ('queued', 'running', 'failed') AND \(Self.isNewest)
      """, [id.rawValue], row: TranscriptionJob.init(row:))
  }

  func jobs() throws -> [TranscriptionJob] {
    try query(
      """
      SELECT \(TranscriptionJob.columns) FROM \(TranscriptionJob.tables)
      WHERE jobs.library = $1 AND jobs.state IN ('queued', 'running', 'failed')
        AND \(Self.isNewest)
      ORDER BY jobs.row
      """, row: TranscriptionJob.init(row:))
  }

  func finishedJobs(since date: Date) throws -> [TranscriptionJob] {
    try query(
      """
      SELECT \(TranscriptionJob.columns) FROM \(TranscriptionJob.tables)
      WHERE jobs.library = $1 AND jobs.state = 'done' AND jobs.updated_at >= $2
        AND \(Self.isNewest)
      ORDER BY jobs.updated_at DESC, jobs.row DESC
      """, [date.timeIntervalSince1970], row: TranscriptionJob.init(row:))
  }

  func keptSegments(of id: TranscriptionJob.ID, after count: Int) throws -> [Segment] {
    let transcription = try first(
      """
      SELECT transcription FROM jobs
      WHERE library = $1 AND id = $2 AND transcription IS NOT NULL
      """, [id.rawValue]
    ) { $0.int64(0) }
    return try transcription.map { try segments(ofTranscription: $0, after: count) } ?? []
  }

  func enqueue(_ job: TranscriptionJob) throws {
    let row = try lockedRow(of: job.recordingID)
    let other = try first(
      "SELECT recording, state IN ('queued', 'running') FROM jobs WHERE library = $1 AND id = $2",
      [job.id.rawValue]
    ) { (row: $0.int64(0), isOpen: $0.bool(1)) }
    if let other {
      guard other.isOpen, other.row == row
      else { throw DatabaseError.idTaken("job \(job.id.text)") }
      return
    }
    try run(
      """
      UPDATE jobs SET state = 'cancelled', owner = NULL
      WHERE library = $1 AND recording = $2 AND state IN ('queued', 'running')
      """, [row])
    try insert(job, recordingRow: row)
    try setTranscriptionState(.queued, recordingRow: row)
  }

  static let lease = "\(JobLease.length / .seconds(1)) seconds"

  func claimJob(
    among ids: Set<Recording.ID>?, for owner: UUID, except held: [TranscriptionJob.ID]
  ) throws -> TranscriptionJob? {
    let row = try first(
      "SELECT claim_in($1::int, $2, $3::interval, $4, $5)",
      [owner, Self.lease, ids.map { $0.map(\.rawValue) }, held.map(\.rawValue)]
    ) { $0.optionalInt64(0) }
    return try (row ?? nil).flatMap { try job(atRow: $0) }
  }

  func job(atRow row: Int64) throws -> TranscriptionJob? {
    try first(
      """
      SELECT \(TranscriptionJob.columns) FROM \(TranscriptionJob.tables)
      WHERE jobs.library = $1 AND jobs.row = $2
      """, [row], row: TranscriptionJob.init(row:))
  }

  func renewJob(_ id: TranscriptionJob.ID, claimedFor owner: UUID) throws {
    let count = try run(
      """
      UPDATE jobs SET leased_until = moment() + $2::interval
      WHERE library = $1 AND id = $3 AND state = 'running' AND owner = $4
      """, [Self.lease, id.rawValue, owner])
    guard count == 1
    else { throw DatabaseError.notFound(id) }
  }

  func append(
    _ segments: [Segment], to id: TranscriptionJob.ID, claimedFor owner: UUID,
    checkpoint: TranscriptionCheckpoint?, progress: Double
  ) throws {
    let job = try job(id, claimedFor: owner)
    let transcription = try job.transcription ?? startTranscription(ofJobRow: job.row)
    try append(segments, transcriptionRow: transcription)
    try run(
      """
      UPDATE jobs SET checkpoint = $2, transcribed_ms = greatest(transcribed_ms, $3),
        leased_until = moment() + $4::interval
      WHERE library = $1 AND row = $5
      """,
      [
        try checkpoint.map { try Coding.encode($0) },
        segments.last?.end.wholeMilliseconds ?? 0, Self.lease, job.row,
      ])
    try setTranscriptionState(.running(progress: progress), recordingRow: job.recording)
  }

  func cancel(_ id: TranscriptionJob.ID) throws {
    try cancel(lockedJob(of: id, where: "state IN ('queued', 'running')"))
  }

  func end(
    _ id: TranscriptionJob.ID, claimedFor owner: UUID, _ outcome: TranscriptionJob.Outcome
  ) throws {
    if case .done(_, _, _, _, _?, _) = outcome { try waitForVoices(.toUse) }
    let job = try job(id, claimedFor: owner)
    switch outcome {
    case .cancelled:
      try cancel(job)
    case .failed(let reason, let date):
      try setJobState("failed", reason: reason, at: date, of: job)
      try setTranscriptionState(.failed(reason: reason), recordingRow: job.recording)
    case .interrupted:
      try run(
        "UPDATE jobs SET attempts = greatest(0, attempts - 1) WHERE library = $1 AND row = $2",
        [job.row])
      try setJobState("queued", of: job)
      try setTranscriptionState(.queued, recordingRow: job.recording)
    case .done(let engine, let model, let language, let repairs, let speakers, let date):
      guard try !isEdited(sinceAskedFor: job)
      else { throw DatabaseError.conflict("the text") }
      let transcription = try job.transcription ?? startTranscription(ofJobRow: job.row)
      try run(
        """
        UPDATE transcriptions SET engine_name = $2, engine_version = $3, model = $4,
          language = $5, repairs = $6, created_at = $7 WHERE library = $1 AND row = $8
        """,
        [
          engine.name.column, engine.version.column, model.column, language?.column, repairs,
          date.timeIntervalSince1970, transcription,
        ])
      if let speakers { try editSpeakers(ofRow: transcription, with: speakers) }
      try makeCurrent(
        transcriptionRow: transcription, recordingRow: job.recording,
        body: IndexedText(segments(ofTranscription: transcription)).body)
      try run("UPDATE jobs SET checkpoint = NULL WHERE library = $1 AND row = $2", [job.row])
      try setTranscriptionState(.done, recordingRow: job.recording)
      // Last, since this adds the webhook event, which contains the above.
      try setJobState("done", at: date, of: job)
    }
  }
}

struct LockedJob {
  let row: Int64
  let recording: Int64
  let transcription: Int64?
}

extension LibrarySession {
  /// Locks the job and its memo. Throws ``DatabaseError/notFound(_:)`` if the claim was lost.
  func job(_ id: TranscriptionJob.ID, claimedFor owner: UUID) throws -> LockedJob {
    try lockedJob(of: id, where: "state = 'running' AND owner = $3", [owner])
  }

  private func lockedJob(
    of id: TranscriptionJob.ID, where condition: String, _ values: [any PostgresValue] = []
  ) throws -> LockedJob {
    // The memo first, in the lock order of all transactions.
    let memo = try first(
      """
      SELECT recordings.row FROM recordings JOIN jobs
        ON jobs.library = recordings.library AND jobs.recording = recordings.row
      WHERE recordings.library = $1 AND jobs.id = $2 FOR NO KEY UPDATE OF recordings
      """, [id.rawValue]
    ) { $0.int64(0) }
    let job = try first(
      """
      SELECT row, recording, transcription FROM jobs
      WHERE library = $1 AND id = $2 AND \(condition) FOR NO KEY UPDATE
      """, [id.rawValue] + values
    ) {
      LockedJob(
        row: $0.int64(0), recording: $0.int64(1), transcription: $0.optionalInt64(2))
    }
    guard memo != nil, let job
    else { throw DatabaseError.notFound(id) }
    return job
  }

  private func cancel(_ job: LockedJob) throws {
    try setJobState("cancelled", of: job)
    let hasTranscript = try first(
      "SELECT true FROM transcriptions WHERE library = $1 AND recording = $2 AND is_current",
      [job.recording]
    ) { _ in true }
    try setTranscriptionState(
      hasTranscript == true ? .done : .cancelled, recordingRow: job.recording)
  }

  func startTranscription(ofJobRow job: Int64) throws -> Int64 {
    let transcription = try first(
      """
      INSERT INTO transcriptions (
        library, id, recording, is_current, engine_name, engine_version, model, settings, created_at
      ) SELECT $1, $2, recording, false, '', '', coalesce(model, ''), settings, created_at
      FROM jobs WHERE library = $1 AND row = $3 RETURNING row
      """, [UUID(), job]
    ) { $0.int64(0) }
    try run(
      "UPDATE jobs SET transcription = $2 WHERE library = $1 AND row = $3", [transcription, job])
    return transcription ?? 0
  }

  private func isEdited(sinceAskedFor job: LockedJob) throws -> Bool {
    try first(
      """
      SELECT true FROM transcriptions JOIN jobs ON jobs.library = transcriptions.library
        AND jobs.recording = transcriptions.recording
      WHERE jobs.library = $1 AND jobs.row = $2 AND transcriptions.is_current
        AND transcriptions.edited_at > jobs.created_at
      """, [job.row]
    ) { _ in true } ?? false
  }

  private func setJobState(
    _ state: String, reason: String? = nil, at date: Date? = nil, of job: LockedJob
  ) throws {
    try run(
      """
      UPDATE jobs SET state = $2, owner = NULL, reason = $3, updated_at = coalesce($4, updated_at)
      WHERE library = $1 AND row = $5
      """, [state, reason?.column, date?.timeIntervalSince1970, job.row])
  }
}
