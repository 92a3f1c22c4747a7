import DatabaseClient
import Foundation
import SQLite
import SharedModels
import StoredTranscript

extension LibraryDatabase {
  func archived(_ ids: [Recording.ID]) throws -> [ArchivedMemo] {
    try read { connection in try ids.compactMap(connection.archived) }
  }

  func adopt(_ memos: [ArchivedMemo]) throws -> [ArchivedMemo.Adoption] {
    try writeWithMemoFiles { connection in
      var added: [Recording] = []
      let adoptions = try memos.map { memo in
        let memo = memo.requeued
        let adoption = try connection.adopt(memo)
        if adoption == .added { added.append(memo.recording) }
        return adoption
      }
      return (adoptions, added)
    }
  }

  func remove(_ memo: ArchivedMemo) throws {
    try write { connection in
      guard let there = try connection.archived(memo.recording.id)
      else { throw DatabaseError.notFound("memo \(memo.recording.id.text)") }
      guard there == memo
      else { throw DatabaseError.conflict("the memo") }
      try connection.run("DELETE FROM recordings WHERE id = ?", [memo.recording.id.text])
    }
  }
}

extension Connection {
  fileprivate func archived(_ id: Recording.ID) throws -> ArchivedMemo? {
    let found = try first(
      "SELECT \(Recording.columns), recordings.row FROM recordings WHERE id = ?", [id.text]
    ) { (try Recording(row: $0), $0.int64(20)) }
    guard let (recording, row) = found
    else { return nil }
    // A job that was given up leaves a transcript without an engine name.
    let transcriptions = try query(
      """
      SELECT \(Transcription.columns), is_current FROM transcriptions
      WHERE recording = ? AND (is_current OR engine_name <> '') ORDER BY row
      """, [row]
    ) { ($0.int64(0), try Transcription(row: $0), $0.bool(Transcription.columnCount)) }
    let job = try first(
      """
      SELECT \(TranscriptionJob.columns), jobs.transcription FROM jobs
      JOIN recordings ON recordings.row = jobs.recording
      WHERE jobs.recording = ? ORDER BY jobs.row DESC LIMIT 1
      """, [row]
    ) { row in
      let column = TranscriptionJob.columnCount
      return (try TranscriptionJob(row: row), row.isNull(column) ? nil : row.int64(column))
    }
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

  fileprivate func adopt(_ memo: ArchivedMemo) throws -> ArchivedMemo.Adoption {
    let there = try first(
      """
      SELECT id, row FROM recordings
      WHERE id = ?1 OR (sha256 = ?2 AND sha256 <> '' AND trashed_at IS NULL AND NOT ?3)
      ORDER BY id <> ?1 LIMIT 1
      """, [memo.recording.id.text, memo.recording.audio.sha256, memo.recording.isTrashed]
    ) { (try $0.id(0) as Recording.ID, $0.int64(1)) }
    guard let (id, row) = there
    else {
      let row = try insert(memo.recording)
      try insertTranscriptions(of: memo, recordingRow: row)
      if let job = memo.job { try insert(job, of: memo, recordingRow: row) }
      return .added
    }
    let hasTranscript = try first(
      "SELECT 1 FROM transcriptions WHERE recording = ? AND is_current", [row]
    ) { _ in true }
    guard hasTranscript == nil, memo.transcription != nil
    else { return .alreadyExists(id) }
    try insertTranscriptions(of: memo, recordingRow: row)
    try run(
      """
      UPDATE jobs SET state = 'cancelled', owner = NULL
      WHERE recording = ? AND state IN ('queued', 'running', 'failed')
      """, [row])
    try setTranscriptionState(.done, recordingRow: row)
    return .transcribed(id)
  }

  private func insertTranscriptions(of memo: ArchivedMemo, recordingRow: Int64) throws {
    for var transcription in memo.transcriptions {
      let isCurrent = transcription.id == memo.currentTranscription
      if try isTaken(transcription.id.text, in: "transcriptions") {
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
    let isTaken = try isTaken(job.id.text, in: "jobs")
    try insert(isTaken ? job.withNewID : job, recordingRow: recordingRow)
    let row = lastInsertedRowID
    if let endedAt = job.endedAt {
      try run(
        "UPDATE jobs SET updated_at = ? WHERE row = ?", [endedAt.timeIntervalSince1970, row])
    }
    guard !memo.keptSegments.isEmpty
    else { return }
    let transcription = try startTranscription(ofJobRow: row)
    try append(memo.keptSegments, transcriptionRow: transcription)
  }

  private func isTaken(_ id: String, in table: String) throws -> Bool {
    try first("SELECT 1 FROM \(table) WHERE id = ?", [id]) { _ in true } ?? false
  }
}
