import DatabaseClient
import Foundation
import SQLite
import SharedModels
import StoredTranscript
import Tagged

extension LibraryDatabase {
  /// Takes a quarter of the time of grouping all jobs in a large library.
  private static let isNewest = """
    NOT EXISTS (
      SELECT 1 FROM jobs AS later WHERE later.recording = jobs.recording AND later.row > jobs.row)
    """

  func job(of id: Recording.ID) throws -> TranscriptionJob? {
    try read { connection in
      try connection.first(
        """
        SELECT \(TranscriptionJob.columns) FROM jobs
        JOIN recordings ON recordings.row = jobs.recording
        WHERE recordings.id = ? AND jobs.state IN ('queued', 'running', 'failed')
          AND \(Self.isNewest)
        """, [id.text], row: TranscriptionJob.init(row:))
    }
  }

  func jobs() throws -> [TranscriptionJob] {
    try read { connection in
      try connection.query(
        """
        SELECT \(TranscriptionJob.columns) FROM jobs
        JOIN recordings ON recordings.row = jobs.recording
        WHERE jobs.state IN ('queued', 'running', 'failed') AND \(Self.isNewest)
        ORDER BY jobs.row
        """, row: TranscriptionJob.init(row:))
    }
  }

  func finishedJobs(since date: Date) throws -> [TranscriptionJob] {
    try read { connection in
      try connection.query(
        """
        SELECT \(TranscriptionJob.columns) FROM jobs
        JOIN recordings ON recordings.row = jobs.recording
        WHERE jobs.state = 'done' AND jobs.updated_at >= ? AND \(Self.isNewest)
        ORDER BY jobs.updated_at DESC, jobs.row DESC
        """, [date.timeIntervalSince1970], row: TranscriptionJob.init(row:))
    }
  }

  func keptSegments(of id: TranscriptionJob.ID, after count: Int) throws -> [Segment] {
    try read { connection in
      let transcription = try connection.first(
        "SELECT transcription FROM jobs WHERE id = ? AND transcription IS NOT NULL", [id.text]
      ) { $0.int64(0) }
      return try transcription.map {
        try connection.segments(ofTranscription: $0, after: count)
      } ?? []
    }
  }

  func enqueue(_ job: TranscriptionJob) throws {
    try write { connection in
      let row = try connection.recordingRow(of: job.recordingID)
      let other = try connection.first(
        "SELECT recording, state IN ('queued', 'running') FROM jobs WHERE id = ?",
        [job.id.text]
      ) { (row: $0.int64(0), isOpen: $0.int(1) == 1) }
      if let other {
        // A client that got no response retries.
        guard other.isOpen, other.row == row
        else { throw DatabaseError.idTaken("job \(job.id.text)") }
        return
      }
      try connection.run(
        """
        UPDATE jobs SET state = 'cancelled', owner = NULL
        WHERE recording = ? AND state IN ('queued', 'running')
        """, [row])
      try connection.insert(job, recordingRow: row)
      try connection.setTranscriptionState(.queued, recordingRow: row)
    }
  }

  func append(
    _ segments: [Segment], to id: TranscriptionJob.ID, checkpoint: TranscriptionCheckpoint?,
    progress: Double
  ) throws {
    try asOwner(of: id) { connection, job in
      let transcription =
        try job.transcription
        ?? connection.startTranscription(ofJobRow: job.row)
      try connection.append(segments, transcriptionRow: transcription)
      try connection.run(
        """
        UPDATE jobs SET checkpoint = ?, transcribed_ms = max(transcribed_ms, ?), leased_until = ?
        WHERE row = ?
        """,
        [
          try checkpoint.map { try Coding.encode($0) },
          segments.last?.end.wholeMilliseconds ?? 0,
          JobLease.end(from: now()).timeIntervalSince1970, job.row,
        ])
      try connection.setTranscriptionState(
        .running(progress: progress), recordingRow: job.recording)
    }
  }

  func end(_ id: TranscriptionJob.ID, _ outcome: TranscriptionJob.Outcome) throws {
    guard outcome != .cancelled
    else {
      return try release(id, ending: outcome) {
        try write { connection in try connection.cancel(connection.openJob(of: id)) }
      }
    }
    try asOwner(of: id, ending: outcome) { connection, job in
      switch outcome {
      case .cancelled:
        try connection.cancel(job)
      case .failed(let reason, let date):
        try connection.setJobState("failed", reason: reason, at: date, of: job)
        try connection.setTranscriptionState(
          .failed(reason: reason), recordingRow: job.recording)
      case .interrupted:
        try connection.setJobState("queued", of: job)
        try connection.run(
          "UPDATE jobs SET attempts = max(0, attempts - 1) WHERE row = ?", [job.row])
        try connection.setTranscriptionState(.queued, recordingRow: job.recording)
      case .done(let engine, let model, let language, let repairs, let speakers, let date):
        guard try !connection.isEdited(sinceAskedFor: job)
        else { throw DatabaseError.conflict("the text") }
        let transcription =
          try job.transcription
          ?? connection.startTranscription(ofJobRow: job.row)
        try connection.run(
          """
          UPDATE transcriptions SET engine_name = ?, engine_version = ?, model = ?, language = ?,
            repairs = ?, created_at = ? WHERE row = ?
          """,
          [
            engine.name, engine.version, model, language, repairs, date.timeIntervalSince1970,
            transcription,
          ])
        if let speakers { try connection.editSpeakers(ofRow: transcription, with: speakers) }
        try connection.makeCurrent(
          transcriptionRow: transcription, recordingRow: job.recording,
          body: IndexedText(try connection.segments(ofTranscription: transcription)).body)
        try connection.setJobState("done", at: date, of: job)
        try connection.run("UPDATE jobs SET checkpoint = NULL WHERE row = ?", [job.row])
        try connection.setTranscriptionState(.done, recordingRow: job.recording)
      }
    }
  }
}

struct StoredJob {
  let row: Int64
  let recording: Int64
  let transcription: Int64?
}

extension Connection {
  func job(_ id: TranscriptionJob.ID, claimedFor owner: UUID) throws -> StoredJob {
    try storedJob(of: id, where: "state = 'running' AND owner = ?", [owner.uuidString])
  }

  fileprivate func cancel(_ job: StoredJob) throws {
    try setJobState("cancelled", of: job)
    let hasTranscript = try hasTranscript(recordingRow: job.recording)
    try setTranscriptionState(hasTranscript ? .done : .cancelled, recordingRow: job.recording)
  }

  fileprivate func hasTranscript(recordingRow: Int64) throws -> Bool {
    try first(
      "SELECT 1 FROM transcriptions WHERE recording = ? AND is_current = 1", [recordingRow]
    ) { $0.int64(0) } != nil
  }

  fileprivate func openJob(of id: TranscriptionJob.ID) throws -> StoredJob {
    try storedJob(of: id, where: "state IN ('queued', 'running')")
  }

  private func storedJob(
    of id: TranscriptionJob.ID, where condition: String, _ values: [any Bindable] = []
  ) throws -> StoredJob {
    let job = try first(
      "SELECT row, recording, transcription FROM jobs WHERE id = ? AND \(condition)",
      [id.text] + values
    ) {
      StoredJob(
        row: $0.int64(0), recording: $0.int64(1),
        transcription: $0.isNull(2) ? nil : $0.int64(2))
    }
    guard let job
    else { throw DatabaseError.notFound(id) }
    return job
  }

  /// The transcript stays hidden until the job is done.
  func startTranscription(ofJobRow job: Int64) throws -> Int64 {
    try run(
      """
      INSERT INTO transcriptions
        (id, recording, is_current, engine_name, engine_version, model, settings, created_at)
      SELECT ?, recording, 0, '', '', coalesce(model, ''), settings, created_at
      FROM jobs WHERE row = ?
      """, [Transcription.ID().text, job])
    let transcription = lastInsertedRowID
    try run("UPDATE jobs SET transcription = ? WHERE row = ?", [transcription, job])
    return transcription
  }

  fileprivate func isEdited(sinceAskedFor job: StoredJob) throws -> Bool {
    try first(
      """
      SELECT 1 FROM transcriptions JOIN jobs ON jobs.row = ?
      WHERE transcriptions.recording = jobs.recording AND transcriptions.is_current
        AND transcriptions.edited_at > jobs.created_at
      """, [job.row]
    ) { _ in true } ?? false
  }

  fileprivate func setJobState(
    _ state: String, reason: String? = nil, at date: Date? = nil, of job: StoredJob
  ) throws {
    try run(
      """
      UPDATE jobs SET state = ?, owner = NULL, reason = ?, updated_at = coalesce(?, updated_at)
      WHERE row = ?
      """, [state, reason, date?.timeIntervalSince1970, job.row])
  }
}
