import SharedModels

extension Speaker {
  static let columns: SQL = """
    speakers.number, speakers.name, speakers.likely_name, speakers.model, speakers.embedding, \
    speakers.same_likeness
    """

  init(row: SQLRow) throws {
    self.init(
      id: ID(row.int("number")), name: row.optionalText("name"),
      likelyName: row.optionalText("likely_name"),
      voice: try row.optionalText("model").flatMap { model in
        try row.optionalText("embedding").map {
          try Voice(model: model, json: $0, sameLikeness: row.optionalDouble("same_likeness"))
        }
      })
  }
}

extension SQLSession {
  func speakers(ofTranscription row: Int64) throws -> [Speaker] {
    try query(
      """
      SELECT \(Speaker.columns) FROM speakers
      WHERE \(library: "speakers") AND transcription = \(row) ORDER BY number
      """, row: Speaker.init(row:))
  }

  func setSpeakers(_ speakers: [Speaker], transcriptionRow row: Int64) throws {
    try run("DELETE FROM speakers WHERE \(library: "speakers") AND transcription = \(row)")
    for speaker in speakers { try update(speaker, transcriptionRow: row) }
  }

  func update(_ speaker: Speaker, transcriptionRow row: Int64) throws {
    try insertOrReplace(
      into: "speakers",
      [
        ("transcription", row), ("number", speaker.id), ("name", speaker.name),
        ("likely_name", speaker.likelyName), ("model", speaker.voice?.model),
        ("embedding", try speaker.voice?.json),
        ("same_likeness", speaker.voice?.sameLikeness.map(Double.init)),
      ], keyCount: 2)
  }
}
