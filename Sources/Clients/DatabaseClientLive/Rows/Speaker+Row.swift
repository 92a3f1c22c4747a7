import DatabaseClient
import Foundation
import SQLite
import SharedModels
import StoredTranscript
import Tagged

extension Connection {
  func speakers(ofTranscription row: Int64) throws -> [Speaker] {
    try query(
      """
      SELECT number, name, likely_name, model, embedding FROM speakers
      WHERE transcription = ? ORDER BY number
      """, [row]
    ) { row in
      Speaker(
        id: Speaker.ID(row.int(0)), name: row.optionalText(1), likelyName: row.optionalText(2),
        voice: try row.optionalText(3).flatMap { model in
          try row.optionalText(4).map { try Voice(model: model, json: $0) }
        })
    }
  }

  /// Writes who speaks in a transcript, in the place of who was said to.
  func set(_ speakers: [Speaker], transcriptionRow row: Int64) throws {
    try run("DELETE FROM speakers WHERE transcription = ?", [row])
    for speaker in speakers {
      try run(
        """
        INSERT INTO speakers (transcription, number, name, likely_name, model, embedding)
        VALUES (?, ?, ?, ?, ?, ?)
        """,
        [
          row, speaker.id.rawValue, speaker.name, speaker.likelyName, speaker.voice?.model,
          try speaker.voice?.json,
        ])
    }
  }
}

extension Voice {
  init(model: String, json: String) throws {
    self.init(model: model, embedding: try Coding.decode([Float].self, json))
  }

  /// The embedding, as a column holds it.
  var json: String {
    get throws { try Coding.encode(embedding) }
  }
}
