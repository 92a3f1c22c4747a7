import DatabaseClient
import Foundation
package import SharedModels

extension Recording {
  package static let columns: SQL = """
    recordings.id, recordings.title, recordings.date, recordings.duration, \
    recordings.audio_file, recordings.audio_format, recordings.sample_rate, \
    recordings.channel_count, recordings.byte_count, recordings.sha256, recordings.provenance, \
    recordings.original_name, recordings.original_date, recordings.device, recordings.tags, \
    recordings.is_favorite, recordings.trashed_at, recordings.status, recordings.progress, \
    recordings.reason
    """

  package init(row: SQLRow) throws {
    self.init(
      id: try row.id("id"),
      audio: AudioFile(
        byteCount: row.int64("byte_count"), channelCount: row.int("channel_count"),
        fileName: row.text("audio_file"), format: AudioFormat(rawValue: row.text("audio_format")),
        sampleRate: row.int("sample_rate"), sha256: row.text("sha256")),
      date: row.date("date"),
      duration: try row.duration("duration"),
      isFavorite: row.bool("is_favorite"),
      provenance: Provenance(
        device: row.optionalText("device"),
        kind: Provenance.Kind(rawValue: row.text("provenance")),
        originalDate: row.optionalDate("original_date"),
        originalFileName: row.optionalText("original_name")),
      tags: try row.texts("tags"),
      title: row.text("title"),
      transcription: TranscriptionState(
        status: row.text("status"), progress: row.double("progress"), reason: row.text("reason")),
      trashedAt: row.optionalDate("trashed_at"))
  }
}

extension SQLSession {
  func insert(_ recording: Recording) throws -> Int64 {
    let (audio, provenance) = (recording.audio, recording.provenance)
    let row = try insert(
      into: "recordings",
      [
        ("id", recording.id), ("title", recording.title), ("date", recording.date),
        ("duration", recording.duration.secondsToMillisecond), ("audio_file", audio.fileName),
        ("audio_format", audio.format.rawValue), ("sample_rate", audio.sampleRate),
        ("channel_count", audio.channelCount), ("byte_count", audio.byteCount),
        ("sha256", audio.sha256), ("provenance", provenance.kind.rawValue),
        ("original_name", provenance.originalFileName),
        ("original_date", provenance.originalDate), ("device", provenance.device),
        ("tags", recording.tags), ("is_favorite", recording.isFavorite),
        ("trashed_at", recording.trashedAt), ("status", recording.transcription.status),
        ("progress", recording.transcription.progress),
        ("reason", recording.transcription.reason),
      ])
    try addSearchedTitle(recording.title, recordingRow: row)
    return row
  }

  func lockedRow(of id: Recording.ID) throws -> Int64 { try row(of: id, SQL.lock) }

  func row(of id: Recording.ID, _ lock: SQL = "") throws -> Int64 {
    let row = try first(
      """
      SELECT row FROM recordings WHERE \(library: "recordings") AND id = \(id) \(lock)
      """
    ) { $0.int64("row") }
    guard let row
    else { throw DatabaseError.notFound("memo \(id.text)") }
    return row
  }

  func setTranscriptionState(_ state: TranscriptionState, recordingRow: Int64) throws {
    try run(
      """
      UPDATE recordings
      SET status = \(state.status), progress = \(state.progress), reason = \(state.reason)
      WHERE \(library: "recordings") AND row = \(recordingRow)
      """)
  }
}
