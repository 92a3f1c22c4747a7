import DatabaseClient
import Foundation
import PostgreSQL
import SharedModels
import StoredTranscript

extension Recording {
  static let columns = """
    recordings.id, recordings.title, recordings.date, recordings.duration, \
    recordings.audio_file, recordings.audio_format, recordings.sample_rate, \
    recordings.channel_count, recordings.byte_count, recordings.sha256, recordings.provenance, \
    recordings.original_name, recordings.original_date, recordings.device, recordings.tags, \
    recordings.is_favorite, recordings.trashed_at, recordings.status, recordings.progress, \
    recordings.reason
    """

  init(row: PostgresRow) throws {
    self.init(
      id: ID(row.uuid(0)),
      audio: AudioFile(
        byteCount: row.int64(8), channelCount: row.int(7), fileName: row.string(4),
        format: AudioFormat(rawValue: row.string(5)), sampleRate: row.int(6),
        sha256: row.string(9)),
      date: Date(timeIntervalSince1970: row.double(2)),
      duration: try row.duration(3),
      isFavorite: row.bool(15),
      provenance: Provenance(
        device: row.optionalString(13),
        kind: Provenance.Kind(rawValue: row.string(10)),
        originalDate: row.optionalDouble(12).map(Date.init(timeIntervalSince1970:)),
        originalFileName: row.optionalString(11)),
      tags: row.texts(14).map(String.init(column:)),
      title: row.string(1),
      transcription: TranscriptionState(
        status: row.string(17), progress: row.double(18), reason: row.string(19)),
      trashedAt: row.optionalDouble(16).map(Date.init(timeIntervalSince1970:)))
  }
}

extension LibrarySession {
  func insert(_ recording: Recording) throws -> Int64 {
    let state = recording.transcription
    let row = try first(
      """
      INSERT INTO recordings (
        library, id, title, date, duration, audio_file, audio_format, sample_rate, channel_count,
        byte_count, sha256, provenance, original_name, original_date, device, tags, is_favorite,
        trashed_at, status, progress, reason
      ) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18,
        $19, $20, $21)
      RETURNING row
      """,
      [
        recording.id.rawValue, recording.title.column, recording.date.timeIntervalSince1970,
        recording.duration.secondsToMillisecond, recording.audio.fileName.column,
        recording.audio.format.rawValue.column, recording.audio.sampleRate,
        recording.audio.channelCount, recording.audio.byteCount, recording.audio.sha256.column,
        recording.provenance.kind.rawValue.column,
        recording.provenance.originalFileName?.column,
        recording.provenance.originalDate?.timeIntervalSince1970,
        recording.provenance.device?.column, recording.tags.map(\.column), recording.isFavorite,
        recording.trashedAt?.timeIntervalSince1970, state.status.column, state.progress,
        state.reason?.column,
      ]
    ) { $0.int64(0) }
    guard let row
    else { throw DatabaseError.notFound("memo \(recording.id.text)") }
    try run(
      "INSERT INTO texts (library, recording, body, words) VALUES ($1, $2, '', array_to_tsvector($3))",
      [row, IndexedWords(title: recording.title, body: "").lexemes(of: library)])
    return row
  }

  /// Locks a memo. All writers lock it first, so that no two wait for each other.
  func lockedRow(of id: Recording.ID) throws -> Int64 {
    guard
      let row = try first(
        "SELECT row FROM recordings WHERE library = $1 AND id = $2 FOR NO KEY UPDATE",
        [id.rawValue], row: { $0.int64(0) })
    else { throw DatabaseError.notFound("memo \(id.text)") }
    return row
  }

  func setTranscriptionState(_ state: TranscriptionState, recordingRow: Int64) throws {
    try run(
      """
      UPDATE recordings SET status = $2, progress = $3, reason = $4 WHERE library = $1 AND row = $5
      """, [state.status.column, state.progress, state.reason?.column, recordingRow])
  }
}
