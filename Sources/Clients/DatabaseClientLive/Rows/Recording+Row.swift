import DatabaseClient
import Foundation
import SQLite
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

  init(row: Row) throws {
    self.init(
      id: try row.id(0),
      audio: AudioFile(
        byteCount: row.int64(8), channelCount: row.int(7), fileName: row.text(4),
        format: AudioFormat(rawValue: row.text(5)), sampleRate: row.int(6), sha256: row.text(9)),
      date: Date(timeIntervalSince1970: row.double(2)),
      duration: try row.duration(3),
      isFavorite: row.bool(15),
      provenance: Provenance(
        device: row.optionalText(13),
        kind: Provenance.Kind(rawValue: row.text(10)),
        originalDate: row.optionalDouble(12).map(Date.init(timeIntervalSince1970:)),
        originalFileName: row.optionalText(11)),
      tags: try Coding.decodeTags(row.text(14)),
      title: row.text(1),
      transcription: TranscriptionState(
        status: row.text(17), progress: row.double(18), reason: row.text(19)),
      trashedAt: row.optionalDouble(16).map(Date.init(timeIntervalSince1970:)))
  }
}

extension Connection {
  func insert(_ recording: Recording) throws -> Int64 {
    let state = recording.transcription
    try run(
      """
      INSERT INTO recordings (
        id, title, date, duration, audio_file, audio_format, sample_rate, channel_count,
        byte_count, sha256, provenance, original_name, original_date, device, tags, is_favorite,
        trashed_at, status, progress, reason
      ) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        recording.id.text, recording.title, recording.date.timeIntervalSince1970,
        recording.duration.secondsToMillisecond, recording.audio.fileName,
        recording.audio.format.rawValue, recording.audio.sampleRate, recording.audio.channelCount,
        recording.audio.byteCount, recording.audio.sha256, recording.provenance.kind.rawValue,
        recording.provenance.originalFileName,
        recording.provenance.originalDate?.timeIntervalSince1970, recording.provenance.device,
        try Coding.encode(recording.tags), recording.isFavorite,
        recording.trashedAt?.timeIntervalSince1970, state.status, state.progress, state.reason,
      ])
    let row = lastInsertedRowID
    try run("INSERT INTO texts (recording, title, body) VALUES (?, ?, '')", [row, recording.title])
    try indexUnspacedText(ofRecording: row)
    return row
  }

  func recordingRow(of id: Recording.ID) throws -> Int64 {
    guard
      let row = try first(
        "SELECT row FROM recordings WHERE id = ?", [id.text], row: { $0.int64(0) })
    else { throw DatabaseError.notFound("memo \(id.text)") }
    return row
  }

  func setTranscriptionState(_ state: TranscriptionState, recordingRow: Int64) throws {
    try run(
      "UPDATE recordings SET status = ?, progress = ?, reason = ? WHERE row = ?",
      [state.status, state.progress, state.reason, recordingRow])
  }
}
