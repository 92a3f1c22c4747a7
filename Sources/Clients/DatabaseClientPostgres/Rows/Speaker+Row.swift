import PostgreSQL
import SharedModels
import StoredTranscript
import Tagged

extension Speaker {
  /// The columns that `init(row:)` reads, in order.
  static let columns = """
    speakers.number, speakers.name, speakers.likely_name, speakers.model, speakers.embedding, \
    speakers.same_likeness
    """
  static let columnCount: Int32 = 6

  init(row: PostgresRow) throws {
    self.init(
      id: ID(row.int(0)), name: row.optionalString(1), likelyName: row.optionalString(2),
      voice: try row.optionalString(3).flatMap { model in
        try row.optionalText(4).map {
          try Voice(model: model, json: $0, sameLikeness: row.optionalDouble(5))
        }
      })
  }
}

extension LibrarySession {
  func speakers(ofTranscription row: Int64) throws -> [Speaker] {
    try query(
      """
      SELECT \(Speaker.columns) FROM speakers
      WHERE library = $1 AND transcription = $2 ORDER BY number
      """, [row], row: Speaker.init(row:))
  }

  /// Writes who speaks in a transcript, in the place of who was said to.
  func set(_ speakers: [Speaker], transcriptionRow row: Int64) throws {
    try run("DELETE FROM speakers WHERE library = $1 AND transcription = $2", [row])
    for speaker in speakers { try update(speaker, transcriptionRow: row) }
  }

  /// Writes one speaker of a transcript, in the place of the one of that number.
  func update(_ speaker: Speaker, transcriptionRow row: Int64) throws {
    try run(
      """
      INSERT INTO speakers
        (library, transcription, number, name, likely_name, model, embedding, same_likeness)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
      ON CONFLICT (library, transcription, number) DO UPDATE SET name = excluded.name,
        likely_name = excluded.likely_name, model = excluded.model,
        embedding = excluded.embedding, same_likeness = excluded.same_likeness
      """,
      [
        row, speaker.id.rawValue, speaker.name?.column, speaker.likelyName?.column,
        speaker.voice?.model.column, try speaker.voice?.json,
        speaker.voice?.sameLikeness.map(Double.init),
      ])
  }
}
