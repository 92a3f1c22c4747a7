package import DatabaseClient
import Foundation
package import SharedModels

extension SQLSession {
  package func archived(_ ids: [Recording.ID]) throws -> [ArchivedMemo] {
    try ids.compactMap(archived)
  }

  func adopt(_ memos: [ArchivedMemo]) throws -> [ArchivedMemo.Adoption] {
    try waitForVoices(.toUse)
    let memos = memos.map(\.requeued)
    let adoptions = try memos.map(adopt)
    try didAdd(zip(memos, adoptions).filter { $1 == .added }.map(\.0.recording))
    return adoptions
  }

  func remove(_ memo: ArchivedMemo) throws {
    _ = try lockedRow(of: memo.recording.id)
    guard let existing = try archived(memo.recording.id)
    else { throw DatabaseError.notFound("memo \(memo.recording.id.text)") }
    guard existing == memo
    else { throw DatabaseError.conflict("the memo") }
    try delete(memo.recording.id)
  }

  private func archived(_ id: Recording.ID) throws -> ArchivedMemo? {
    let found = try first(
      """
      SELECT \(Recording.columns), recordings.row FROM recordings
      WHERE \(library: "recordings") AND id = \(id)
      """
    ) { (try Recording(row: $0), $0.int64("row")) }
    guard let (recording, row) = found
    else { return nil }
    let transcriptions = try finishedTranscriptions(recordingRow: row)
    let job = try first(
      """
      SELECT \(TranscriptionJob.columns), jobs.transcription FROM \(TranscriptionJob.tables)
      WHERE \(library: "jobs") AND jobs.recording = \(row) ORDER BY jobs.row DESC LIMIT 1
      """
    ) { (job: try TranscriptionJob(row: $0), transcription: $0.optionalInt64("transcription")) }
    let open = job.flatMap { [.queued, .running, .failed].contains($0.job.state) ? $0 : nil }
    return ArchivedMemo(
      recording: recording,
      transcriptions: try transcriptions.map { try completed($0.value, row: $0.row) },
      currentTranscription: transcriptions.first(where: \.isCurrent)?.value.id, job: open?.job,
      keptSegments: try open?.transcription.map { try segments(ofTranscription: $0) } ?? [],
      versions: try archivedVersions(recordingRow: row), summary: try summary(recordingRow: row))
  }

  private func adopt(_ memo: ArchivedMemo) throws -> ArchivedMemo.Adoption {
    let (id, sha256) = (memo.recording.id, memo.recording.audio.sha256)
    let existing = try first(
      """
      SELECT id, row FROM recordings WHERE \(library: "recordings") AND (
        id = \(id) OR (sha256 = \(sha256) AND sha256 <> '' AND trashed_at IS NULL
          AND NOT \(memo.recording.isTrashed)))
      ORDER BY id <> \(id) LIMIT 1 \(SQL.lock)
      """
    ) { (id: try $0.id("id") as Recording.ID, row: $0.int64("row")) }
    guard let existing
    else {
      let row = try insert(memo.recording)
      try insertTranscriptions(of: memo, recordingRow: row)
      if let job = memo.job { try insert(job, of: memo, recordingRow: row) }
      return .added
    }
    guard memo.transcription != nil, try !hasTranscript(recordingRow: existing.row)
    else { return .alreadyExists(existing.id) }
    try insertTranscriptions(of: memo, recordingRow: existing.row)
    try cancelJobs(in: ["queued", "running", "failed"], recordingRow: existing.row)
    try setTranscriptionState(.done, recordingRow: existing.row)
    return .transcribed(existing.id)
  }

  private func insertTranscriptions(of memo: ArchivedMemo, recordingRow: Int64) throws {
    var rows: [Transcription.ID: Int64] = [:]
    for transcription in memo.transcriptions {
      let isTaken = try isTaken(transcription.id.rawValue, in: "transcriptions")
      rows[transcription.id] = try insert(
        isTaken ? transcription.withNewID : transcription, recordingRow: recordingRow,
        isCurrent: transcription.id == memo.currentTranscription)
    }
    try insert(memo.versions, rows: rows)
    if let summary = memo.summary, let row = rows[summary.provenance.transcriptID] {
      try insert(summary, transcriptionRow: row, recordingRow: recordingRow)
    }
  }

  private func insert(
    _ job: TranscriptionJob, of memo: ArchivedMemo, recordingRow: Int64
  ) throws {
    let isTaken = try isTaken(job.id.rawValue, in: "jobs")
    let row = try insert(isTaken ? job.withNewID : job, recordingRow: recordingRow)
    guard !memo.keptSegments.isEmpty
    else { return }
    let transcription = try startTranscription(ofJobRow: row)
    try append(memo.keptSegments, transcriptionRow: transcription)
  }

  private func isTaken(_ id: UUID, in table: String) throws -> Bool {
    try exists("SELECT 1 FROM \(raw: table) WHERE \(library: table) AND id = \(id)")
  }
}
