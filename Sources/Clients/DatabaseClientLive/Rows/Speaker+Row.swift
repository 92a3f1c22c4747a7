import SQLite
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

  init(row: Row) throws {
    self.init(
      id: ID(row.int(0)), name: row.optionalText(1), likelyName: row.optionalText(2),
      voice: try row.optionalText(3).flatMap { model in
        try row.optionalText(4).map {
          try Voice(model: model, json: $0, sameLikeness: row.optionalDouble(5))
        }
      })
  }

  /// The values of the columns.
  fileprivate var values: [any Bindable] {
    get throws {
      [
        id.rawValue, name, likelyName, voice?.model, try voice?.json,
        voice?.sameLikeness.map(Double.init),
      ]
    }
  }
}

extension Connection {
  func speakers(ofTranscription row: Int64) throws -> [Speaker] {
    try query(
      "SELECT \(Speaker.columns) FROM speakers WHERE transcription = ? ORDER BY number", [row],
      row: Speaker.init(row:))
  }

  /// Writes who speaks in a transcript, in the place of who was said to.
  func set(_ speakers: [Speaker], transcriptionRow row: Int64) throws {
    try run("DELETE FROM speakers WHERE transcription = ?", [row])
    for speaker in speakers { try update(speaker, transcriptionRow: row) }
  }

  /// Writes one speaker of a transcript, in the place of the one of that number.
  func update(_ speaker: Speaker, transcriptionRow row: Int64) throws {
    try run(
      """
      INSERT OR REPLACE INTO speakers
        (number, name, likely_name, model, embedding, same_likeness, transcription)
      VALUES (?, ?, ?, ?, ?, ?, ?)
      """, try speaker.values + [row])
  }
}
