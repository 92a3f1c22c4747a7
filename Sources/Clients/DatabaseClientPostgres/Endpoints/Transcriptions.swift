import DatabaseClient
import Foundation
import PostgreSQL
import SharedModels
import StoredTranscript

extension LibrarySession {
  func transcription(of id: Recording.ID) throws -> Transcription? {
    let found = try first(
      """
      SELECT \(Transcription.columns) FROM transcriptions JOIN recordings
        ON recordings.library = transcriptions.library
        AND recordings.row = transcriptions.recording
      WHERE recordings.library = $1 AND recordings.id = $2 AND transcriptions.is_current
      """, [id.rawValue]
    ) { ($0.int64(0), try Transcription(row: $0)) }
    guard case (let row, var transcription)? = found
    else { return nil }
    try complete(&transcription, row: row)
    return transcription
  }

  func firstWords(of ids: [Recording.ID]) throws -> [Recording.ID: String] {
    let texts = try query(
      """
      SELECT recordings.id, left(segments.text, $2::int) FROM recordings
      JOIN transcriptions ON transcriptions.library = recordings.library
        AND transcriptions.recording = recordings.row AND transcriptions.is_current
      JOIN segments ON segments.library = transcriptions.library
        AND segments.transcription = transcriptions.row AND segments.position < $3
      WHERE recordings.library = $1 AND recordings.id = ANY ($4)
      ORDER BY recordings.row, segments.position
      """,
      [
        // The column encoding can double a character.
        DatabaseClient.firstWordsLength * 2, DatabaseClient.firstWordsSegments,
        ids.map(\.rawValue),
      ]
    ) { row in
      (Recording.ID(row.uuid(0)), String(row.string(1).prefix(DatabaseClient.firstWordsLength)))
    }
    return Dictionary(grouping: texts, by: \.0)
      .mapValues { DatabaseClient.firstWords($0.map(\.1)) }
      .filter { !$0.value.isEmpty }
  }

  func edit(_ id: Transcription.ID, with edit: TranscriptionEdit) throws {
    let (row, recording, isCurrent) = try lockedTranscription(id)
    var segments = try segments(ofTranscription: row)
    guard let range = edit.range(ofSegments: segments.count),
      zip(segments[range], edit.removed).allSatisfy({ $0.isStoredLike($1) })
    else { throw DatabaseError.conflict("transcript \(id.text)") }
    segments.replaceSubrange(range, with: edit.inserted)
    try run(
      "DELETE FROM segments WHERE library = $1 AND transcription = $2 AND position >= $3",
      [row, edit.position])
    try append(Array(segments[edit.position...]), transcriptionRow: row)
    try run(
      "UPDATE transcriptions SET edited_at = $2 WHERE library = $1 AND row = $3",
      [edit.editedAtAfter?.timeIntervalSince1970, row])
    if isCurrent { try setText(IndexedText(segments).body, recordingRow: recording) }
  }

  func lockedTranscription(
    _ id: Transcription.ID
  ) throws -> (row: Int64, recording: Int64, isCurrent: Bool) {
    // The memo first, in the lock order of all transactions.
    let memo = try first(
      """
      SELECT recordings.row FROM recordings JOIN transcriptions
        ON transcriptions.library = recordings.library
        AND transcriptions.recording = recordings.row
      WHERE recordings.library = $1 AND transcriptions.id = $2 FOR NO KEY UPDATE OF recordings
      """, [id.rawValue]
    ) { $0.int64(0) }
    let found = try first(
      "SELECT row, recording, is_current FROM transcriptions WHERE library = $1 AND id = $2",
      [id.rawValue]
    ) { ($0.int64(0), $0.int64(1), $0.bool(2)) }
    guard memo != nil, let found
    else { throw DatabaseError.notFound("transcript \(id.text)") }
    return found
  }
}
