import DatabaseClient
import Foundation
import SQLite
import SharedModels
import StoredTranscript

extension LibraryDatabase {
  func transcription(of id: Recording.ID) throws -> Transcription? {
    try read { connection in
      let found = try connection.first(
        """
        SELECT \(Transcription.columns)
        FROM transcriptions JOIN recordings ON recordings.row = transcriptions.recording
        WHERE recordings.id = ? AND transcriptions.is_current
        """, [id.text]
      ) { ($0.int64(0), try Transcription(row: $0)) }
      guard case (let row, var transcription)? = found
      else { return nil }
      try connection.complete(&transcription, row: row)
      return transcription
    }
  }

  func firstWords(of ids: [Recording.ID]) throws -> [Recording.ID: String] {
    try read { connection in
      let texts = try connection.query(
        """
        SELECT recordings.id, substr(segments.text, 1, ?)
        FROM json_each(?) AS wanted JOIN recordings ON recordings.id = wanted.value
        JOIN transcriptions
          ON transcriptions.recording = recordings.row AND transcriptions.is_current
        JOIN segments
          ON segments.transcription = transcriptions.row AND segments.position < ?
        ORDER BY recordings.row, segments.position
        """,
        [
          DatabaseClient.firstWordsLength, try Coding.encode(ids.map(\.text)),
          DatabaseClient.firstWordsSegments,
        ]
      ) { (try $0.id(0) as Recording.ID, $0.text(1)) }
      return Dictionary(grouping: texts, by: \.0)
        .mapValues { DatabaseClient.firstWords($0.map(\.1)) }
        .filter { !$0.value.isEmpty }
    }
  }

  func edit(_ id: Transcription.ID, with edit: TranscriptionEdit) throws {
    try write { connection in
      let found = try connection.first(
        "SELECT row, recording, is_current FROM transcriptions WHERE id = ?", [id.text]
      ) { ($0.int64(0), $0.int64(1), $0.bool(2)) }
      guard let (row, recording, isCurrent) = found
      else { throw DatabaseError.notFound("transcript \(id.text)") }
      var segments = try connection.segments(ofTranscription: row)
      guard let range = edit.range(ofSegments: segments.count),
        zip(segments[range], edit.removed).allSatisfy({ $0.isStoredLike($1) })
      else { throw DatabaseError.conflict("transcript \(id.text)") }
      segments.replaceSubrange(range, with: edit.inserted)
      try connection.run(
        "DELETE FROM segments WHERE transcription = ? AND position >= ?", [row, edit.position])
      try connection.append(Array(segments[edit.position...]), transcriptionRow: row)
      try connection.run(
        "UPDATE transcriptions SET edited_at = ? WHERE row = ?",
        [edit.editedAtAfter?.timeIntervalSince1970, row])
      guard isCurrent
      else { return }
      try connection.setSearched(IndexedText(segments).body, recordingRow: recording)
    }
  }
}
