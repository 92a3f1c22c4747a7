package import DatabaseClient
package import Foundation
package import SharedModels

extension SQL {
  /// Takes a quarter of the time of grouping all jobs in a large library.
  fileprivate static let isNewest: SQL = """
    NOT EXISTS (
      SELECT 1 FROM jobs AS later WHERE \(library: "later")
        AND later.recording = jobs.recording AND later.row > jobs.row)
    """
}

extension JobPage {
  fileprivate func condition(_ compare: (_ earlierJob: SQL) -> SQL) -> SQL {
    after.map { id in
      compare("FROM jobs AS earlier WHERE \(library: "earlier") AND earlier.id = \(id)")
    } ?? ""
  }

  fileprivate var limitClause: SQL { limit.map { "LIMIT \($0)" } ?? "" }
}

extension SQLSession {
  func job(of id: Recording.ID) throws -> TranscriptionJob? {
    try first(
      """
      SELECT \(TranscriptionJob.columns) FROM \(TranscriptionJob.tables)
      WHERE \(library: "jobs") AND recordings.id = \(id)
        AND jobs.state IN ('queued', 'running', 'failed') AND \(SQL.isNewest)
      """, row: TranscriptionJob.init(row:))
  }

  package func job(atRow row: Int64) throws -> TranscriptionJob? {
    try first(
      """
      SELECT \(TranscriptionJob.columns) FROM \(TranscriptionJob.tables)
      WHERE \(library: "jobs") AND jobs.row = \(row)
      """, row: TranscriptionJob.init(row:))
  }

  func jobs(_ page: JobPage) throws -> [TranscriptionJob] {
    try requireStart(of: page)
    let rest = page.condition { "AND jobs.row > (SELECT row \($0))" }
    return try query(
      """
      SELECT \(TranscriptionJob.columns) FROM \(TranscriptionJob.tables)
      WHERE \(library: "jobs") AND jobs.state IN ('queued', 'running', 'failed')
        AND \(SQL.isNewest) \(rest)
      ORDER BY jobs.row \(page.limitClause)
      """, row: TranscriptionJob.init(row:))
  }

  func finishedJobs(since date: Date, _ page: JobPage) throws -> [TranscriptionJob] {
    try requireStart(of: page)
    let rest = page.condition {
      "AND (jobs.updated_at, jobs.row) < (SELECT updated_at, row \($0))"
    }
    return try query(
      """
      SELECT \(TranscriptionJob.columns) FROM \(TranscriptionJob.tables)
      WHERE \(library: "jobs") AND jobs.state = 'done' AND jobs.updated_at >= \(date)
        AND \(SQL.isNewest) \(rest)
      ORDER BY jobs.updated_at DESC, jobs.row DESC \(page.limitClause)
      """, row: TranscriptionJob.init(row:))
  }

  private func requireStart(of page: JobPage) throws {
    guard let after = page.after, try recordingID(ofJob: after) == nil
    else { return }
    throw DatabaseError.notFound(after)
  }

  func recordingID(ofJob id: TranscriptionJob.ID) throws -> Recording.ID? {
    try first(
      """
      SELECT recordings.id FROM \(TranscriptionJob.tables)
      WHERE \(library: "jobs") AND jobs.id = \(id)
      """
    ) { try $0.id("id") }
  }

  package func keptSegments(of id: TranscriptionJob.ID, after count: Int) throws -> [Segment] {
    let transcription = try first(
      """
      SELECT transcription FROM jobs
      WHERE \(library: "jobs") AND id = \(id) AND transcription IS NOT NULL
      """
    ) { $0.int64("transcription") }
    return try transcription.map { try segments(ofTranscription: $0, after: count) } ?? []
  }

  func enqueue(_ job: TranscriptionJob) throws {
    let row = try lockedRow(of: job.recordingID)
    let other = try first(
      """
      SELECT recording, state IN ('queued', 'running') AS is_open FROM jobs
      WHERE \(library: "jobs") AND id = \(job.id)
      """
    ) { (row: $0.int64("recording"), isOpen: $0.bool("is_open")) }
    if let other {
      // A client that got no response retries.
      guard other.isOpen, other.row == row
      else { throw DatabaseError.idTaken("job \(job.id.text)") }
      return
    }
    try cancelJobs(in: ["queued", "running"], recordingRow: row)
    try insert(job, recordingRow: row)
    try setTranscriptionState(.queued, recordingRow: row)
  }

  func cancelJobs(in states: [String], recordingRow: Int64) throws {
    try run(
      """
      UPDATE jobs SET state = 'cancelled', owner = NULL
      WHERE \(library: "jobs") AND recording = \(recordingRow) AND state \(isOneOf: states)
      """)
  }
}

private struct LockedJob {
  let row: Int64
  let recording: Int64
  let transcription: Int64?
}

extension SQLSession {
  package func renewJob(_ id: TranscriptionJob.ID, claimedFor claim: UUID) throws {
    let count = try run(
      """
      UPDATE jobs SET leased_until = \(leaseEnd) WHERE \(library: "jobs") AND id = \(id)
        AND state = 'running' AND owner = \(owner(claim).sql)
      """)
    guard count == 1
    else { throw DatabaseError.notFound(id) }
  }

  package func append(
    _ segments: [Segment], to id: TranscriptionJob.ID, claimedFor claim: UUID,
    checkpoint: TranscriptionCheckpoint?, progress: Double
  ) throws {
    let job = try job(id, claimedFor: claim)
    let transcription = try job.transcription ?? startTranscription(ofJobRow: job.row)
    try append(segments, transcriptionRow: transcription)
    let time = segments.last?.end.wholeMilliseconds ?? 0
    try run(
      """
      UPDATE jobs SET checkpoint = \(try checkpoint.map { try Coding.encode($0) }),
        transcribed_ms = CASE WHEN transcribed_ms < \(time) THEN \(time) ELSE transcribed_ms END,
        leased_until = \(leaseEnd)
      WHERE \(library: "jobs") AND row = \(job.row)
      """)
    try setTranscriptionState(.running(progress: progress), recordingRow: job.recording)
  }

  func cancel(_ id: TranscriptionJob.ID) throws {
    try end(
      lockedJob(
        id, where: "(state IN ('queued', 'running') OR state = 'failed' AND \(SQL.isNewest))"),
      .cancelled)
  }

  package func end(
    _ id: TranscriptionJob.ID, claimedFor claim: UUID, _ outcome: TranscriptionJob.Outcome
  ) throws {
    if case .done(_, _?, _) = outcome { try waitForVoices(.toUse) }
    try end(job(id, claimedFor: claim), outcome)
  }

  private func job(_ id: TranscriptionJob.ID, claimedFor claim: UUID) throws -> LockedJob {
    try lockedJob(id, where: "state = 'running' AND owner = \(owner(claim).sql)")
  }

  private func lockedJob(_ id: TranscriptionJob.ID, where condition: SQL) throws -> LockedJob {
    try lockMemo(of: "jobs", id.rawValue)
    let job = try first(
      """
      SELECT row, recording, transcription FROM jobs
      WHERE \(library: "jobs") AND id = \(id) AND \(condition) \(SQL.lock)
      """
    ) {
      LockedJob(
        row: $0.int64("row"), recording: $0.int64("recording"),
        transcription: $0.optionalInt64("transcription"))
    }
    guard let job
    else { throw DatabaseError.notFound(id) }
    return job
  }

  private func end(_ job: LockedJob, _ outcome: TranscriptionJob.Outcome) throws {
    switch outcome {
    case .cancelled:
      try setJobState("cancelled", of: job)
      let hasTranscript = try hasTranscript(recordingRow: job.recording)
      try setTranscriptionState(hasTranscript ? .done : .cancelled, recordingRow: job.recording)
    case .failed(let reason, let date):
      try setJobState("failed", reason: reason, at: date, of: job)
      let hasTranscript = try hasTranscript(recordingRow: job.recording)
      try setTranscriptionState(
        hasTranscript ? .done : .failed(reason: reason), recordingRow: job.recording)
    case .interrupted:
      try run(
        """
        UPDATE jobs SET attempts = attempts - 1
        WHERE \(library: "jobs") AND row = \(job.row) AND attempts > 0
        """)
      try setJobState("queued", of: job)
      try setTranscriptionState(.queued, recordingRow: job.recording)
    case .done(let summary, let speakers, let date):
      guard try !isEdited(sinceAskedFor: job)
      else { throw DatabaseError.conflict("the text") }
      let transcription = try job.transcription ?? startTranscription(ofJobRow: job.row)
      try run(
        """
        UPDATE transcriptions SET engine_name = \(summary.engine.name),
          engine_version = \(summary.engine.version), model = \(summary.model),
          language = \(summary.language), repairs = \(summary.repairs),
          details = \(try summary.details.column), created_at = \(date)
        WHERE \(library: "transcriptions") AND row = \(transcription)
        """)
      if let speakers { try editSpeakers(ofTranscription: transcription, with: speakers) }
      try makeCurrent(
        transcriptionRow: transcription, recordingRow: job.recording,
        body: IndexedText(segments(ofTranscription: transcription)).body)
      try run(
        "UPDATE jobs SET checkpoint = NULL WHERE \(library: "jobs") AND row = \(job.row)")
      try setTranscriptionState(.done, recordingRow: job.recording)
      // Last, since this adds the webhook event, which contains the above.
      try setJobState("done", at: date, of: job)
    }
  }

  func hasTranscript(recordingRow: Int64) throws -> Bool {
    try exists(
      """
      SELECT 1 FROM transcriptions
      WHERE \(library: "transcriptions") AND recording = \(recordingRow) AND is_current
      """)
  }

  /// The transcript stays hidden until the job is done.
  func startTranscription(ofJobRow job: Int64) throws -> Int64 {
    let transcription =
      try changed(
        """
        INSERT INTO transcriptions (
          \(sqlite: "", postgres: "library,") id, recording, is_current, engine_name,
          engine_version, model, settings, created_at
        ) SELECT \(sqlite: "", postgres: "$1,") \(UUID()), recording, FALSE, '', '',
          coalesce(model, ''), settings, created_at
        FROM jobs WHERE \(library: "jobs") AND row = \(job) RETURNING row
        """
      ) { $0.int64("row") } ?? 0
    try run(
      """
      UPDATE jobs SET transcription = \(transcription)
      WHERE \(library: "jobs") AND row = \(job)
      """)
    return transcription
  }

  private func isEdited(sinceAskedFor job: LockedJob) throws -> Bool {
    try exists(
      """
      SELECT 1 FROM transcriptions JOIN jobs
        ON \(library: "jobs") AND jobs.recording = transcriptions.recording
      WHERE \(library: "transcriptions") AND jobs.row = \(job.row)
        AND transcriptions.is_current AND transcriptions.edited_at > jobs.created_at
      """)
  }

  private func setJobState(
    _ state: String, reason: String? = nil, at date: Date? = nil, of job: LockedJob
  ) throws {
    try run(
      """
      UPDATE jobs
      SET state = \(state), owner = NULL, reason = \(reason), updated_at = coalesce(\(date), updated_at)
      WHERE \(library: "jobs") AND row = \(job.row)
      """)
  }
}
