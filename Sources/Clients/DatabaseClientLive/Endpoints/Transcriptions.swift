import DatabaseClient
import Foundation
import SharedModels

extension LibraryDatabase {
  func transcription(of id: Recording.ID) throws -> Transcription? {
    try read { connection in
      let found = try connection.first(
        """
        SELECT transcriptions.row, transcriptions.id, transcriptions.created_at,
          transcriptions.edited_at, transcriptions.engine_name, transcriptions.engine_version,
          transcriptions.language, transcriptions.model, transcriptions.settings
        FROM transcriptions JOIN recordings ON recordings.row = transcriptions.recording
        WHERE recordings.id = ? AND transcriptions.is_current
        """, [id.column]
      ) { row in
        (
          row.int64(0),
          Transcription(
            id: try Transcription.ID(column: row.text(1)),
            createdAt: Date(timeIntervalSince1970: row.double(2)),
            editedAt: row.optionalDouble(3).map(Date.init(timeIntervalSince1970:)),
            engine: TranscriptionEngine(name: row.text(4), version: row.text(5)),
            language: row.optionalText(6),
            model: row.text(7),
            segments: [],
            settings: try Coding.decode(TranscriptionSettings.self, row.text(8)))
        )
      }
      guard case (let row, var transcription)? = found
      else { return nil }
      transcription.segments = try connection.segments(ofTranscription: row)
      return transcription
    }
  }
}
