import DatabaseClient
import Foundation
import SQLite
import SharedModels
import StoredTranscript

extension LibraryDatabase {
  func edit(_ id: Transcription.ID, with edit: SpeakerEdit) throws {
    try writeErasing { connection in
      let found = try connection.first(
        "SELECT \(Transcription.columns) FROM transcriptions WHERE id = ?", [id.column]
      ) { ($0.int64(0), try Transcription(row: $0)) }
      guard case (let row, var transcription)? = found
      else { throw DatabaseError.notFound("transcript \(id.column)") }
      try connection.complete(&transcription, row: row)
      let before = transcription.segments
      guard transcription.apply(edit)
      else { throw DatabaseError.changedMeanwhile("transcript \(id.column)") }
      for (position, segment) in transcription.segments.enumerated()
      where segment != before[position] {
        try connection.run(
          "UPDATE segments SET words = ? WHERE transcription = ? AND position = ?",
          [StoredWords(segment.words).json, row, position])
      }
      try connection.set(transcription.speakers, transcriptionRow: row)
    }
  }

  func voices() throws -> [RememberedVoice] {
    try read { connection in
      try connection.query(
        "SELECT name, model, embedding, created_at FROM voices ORDER BY name"
      ) { row in
        RememberedVoice(
          name: row.text(0), voice: try Voice(model: row.text(1), json: row.text(2)),
          createdAt: Date(timeIntervalSince1970: row.double(3)))
      }
    }
  }

  func remember(_ voice: RememberedVoice) throws {
    try writeErasing { connection in
      try connection.run(
        "INSERT OR REPLACE INTO voices (name, model, embedding, created_at) VALUES (?, ?, ?, ?)",
        [
          voice.name, voice.voice.model, try voice.voice.json,
          voice.createdAt.timeIntervalSince1970,
        ])
    }
  }

  func forgetVoice(named name: String) throws -> Bool {
    let hasForgotten = try writeErasing { connection in
      try connection.run("DELETE FROM voices WHERE name = ?", [name])
      let count = connection.changedRowCount
      try connection.run(
        """
        UPDATE speakers SET model = NULL, embedding = NULL
        WHERE name = ? AND embedding IS NOT NULL
        """, [name])
      return count + connection.changedRowCount > 0
    }
    // The log has what was written before.
    if hasForgotten { try truncateLog() }
    return hasForgotten
  }

  /// Writes so that what goes is overwritten in the file: how somebody sounds is personal data.
  private func writeErasing<Value: Sendable>(
    _ work: (Connection) throws -> Value
  ) throws -> Value {
    try withConnection { try $0.execute("PRAGMA secure_delete = ON") }
    defer { try? withConnection { try $0.execute("PRAGMA secure_delete = FAST") } }
    return try write(work)
  }

  private func truncateLog() throws {
    try withConnection { try $0.execute("PRAGMA wal_checkpoint(TRUNCATE)") }
  }
}
