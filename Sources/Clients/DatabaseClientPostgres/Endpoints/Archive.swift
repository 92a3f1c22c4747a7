import DatabaseClient
import Foundation
import PostgreSQL
import SharedModels
import StoredTranscript

extension LibrarySession {
  func archived(_ ids: [Recording.ID]) throws -> [ArchivedMemo] { try ids.compactMap(archived) }

  func adopt(_ memos: [ArchivedMemo]) throws -> [ArchivedMemo.Adoption] {
    try waitForVoices(.toUse)
    return try memos.map { try adopt($0.requeued) }
  }

  func remove(_ memo: ArchivedMemo) throws {
    _ = try lockedRow(of: memo.recording.id)
    guard let there = try archived(memo.recording.id)
    else { throw DatabaseError.notFound("memo \(memo.recording.id.text)") }
    guard there == memo
    else { throw DatabaseError.conflict("the memo") }
    try delete(memo.recording.id)
  }

  private func archived(_ id: Recording.ID) throws -> ArchivedMemo? {
    let found = try first(
      "SELECT \(Recording.columns), recordings.row FROM recordings WHERE library = $1 AND id = $2",
      [id.rawValue]
    ) { (try Recording(row: $0), $0.int64(20)) }
    guard let (recording, row) = found
    else { return nil }
    let transcriptions = try query(
      """
      SELECT \(Transcription.columns), is_current FROM transcriptions
      WHERE library = $1 AND recording = $2 AND (is_current OR engine_name <> '') ORDER BY row
      """, [row]
    ) { ($0.int64(0), try Transcription(row: $0), $0.bool(Transcription.columnCount)) }
    let job = try first(
      """
      SELECT \(TranscriptionJob.columns), jobs.transcription FROM \(TranscriptionJob.tables)
      WHERE jobs.library = $1 AND jobs.recording = $2 ORDER BY jobs.row DESC LIMIT 1
      """, [row]
    ) { (try TranscriptionJob(row: $0), $0.optionalInt64(TranscriptionJob.columnCount)) }
    let open = job.flatMap { [.queued, .running, .failed].contains($0.0.state) ? $0 : nil }
    return ArchivedMemo(
      recording: recording,
      transcriptions: try transcriptions.map { row, transcription, _ in
        var transcription = transcription
        try complete(&transcription, row: row)
        return transcription
      },
      currentTranscription: transcriptions.first { $0.2 }?.1.id, job: open?.0,
      keptSegments: try open?.1.map { try segments(ofTranscription: $0) } ?? [])
  }

  private func adopt(_ memo: ArchivedMemo) throws -> ArchivedMemo.Adoption {
    let there = try first(
      """
      SELECT id, row FROM recordings
      WHERE library = $1 AND (
        id = $2 OR (sha256 = $3 AND sha256 <> '' AND trashed_at IS NULL AND NOT $4))
      ORDER BY id <> $2 LIMIT 1 FOR NO KEY UPDATE
      """,
      [memo.recording.id.rawValue, memo.recording.audio.sha256.column, memo.recording.isTrashed]
    ) { (Recording.ID($0.uuid(0)), $0.int64(1)) }
    guard let (id, row) = there
    else {
      let row = try insert(memo.recording)
      try insertTranscriptions(of: memo, recordingRow: row)
      if let job = memo.job { try insert(job, of: memo, recordingRow: row) }
      return .added
    }
    let hasTranscript = try first(
      "SELECT true FROM transcriptions WHERE library = $1 AND recording = $2 AND is_current", [row]
    ) { _ in true }
    guard hasTranscript == nil, memo.transcription != nil
    else { return .alreadyExists(id) }
    try insertTranscriptions(of: memo, recordingRow: row)
    try run(
      """
      UPDATE jobs SET state = 'cancelled', owner = NULL
      WHERE library = $1 AND recording = $2 AND state IN ('queued', 'running', 'failed')
      """, [row])
    try setTranscriptionState(.done, recordingRow: row)
    return .transcribed(id)
  }

  private func insertTranscriptions(of memo: ArchivedMemo, recordingRow: Int64) throws {
    for var transcription in memo.transcriptions {
      let isCurrent = transcription.id == memo.currentTranscription
      if try isTaken(transcription.id.rawValue, in: "transcriptions") {
        transcription = transcription.withNewID
      }
      let row = try insert(transcription, recordingRow: recordingRow)
      try append(transcription.segments, transcriptionRow: row)
      try set(transcription.speakers, transcriptionRow: row)
      if isCurrent {
        try makeCurrent(
          transcriptionRow: row, recordingRow: recordingRow,
          body: IndexedText(transcription.segments).body)
      }
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

  private func isTaken(_ id: UUID, in table: StaticString) throws -> Bool {
    try first("SELECT true FROM \(table) WHERE library = $1 AND id = $2", [id]) { _ in true }
      ?? false
  }
}
