import Foundation
package import SharedModels

extension Transcription {
  package static let columns: SQL = """
    transcriptions.row, transcriptions.id, transcriptions.created_at, transcriptions.edited_at, \
    transcriptions.engine_name, transcriptions.engine_version, transcriptions.language, \
    transcriptions.model, transcriptions.settings, transcriptions.repairs, \
    transcriptions.details
    """

  package init(row: SQLRow) throws {
    self.init(
      id: try row.id("id"),
      createdAt: row.date("created_at"),
      details: try row.optionalText("details").map {
        try Coding.decode(TranscriptionDetails.self, $0)
      } ?? TranscriptionDetails(),
      editedAt: row.optionalDate("edited_at"),
      engine: TranscriptionEngine(
        name: row.text("engine_name"), version: row.text("engine_version")),
      language: row.optionalText("language"),
      model: row.text("model"),
      repairs: row.optionalInt("repairs"),
      segments: [],
      settings: try Coding.decode(TranscriptionSettings.self, row.text("settings")))
  }
}

extension TranscriptionDetails {
  var column: String? {
    get throws { self == Self() ? nil : try Coding.encode(self) }
  }
}

extension SQLSession {
  @discardableResult
  func insert(
    _ transcription: Transcription, recordingRow: Int64, isCurrent: Bool
  ) throws -> Int64 {
    let row = try insert(
      into: "transcriptions",
      [
        ("id", transcription.id), ("recording", recordingRow), ("is_current", false),
        ("language", transcription.language), ("engine_name", transcription.engine.name),
        ("engine_version", transcription.engine.version), ("model", transcription.model),
        ("settings", try Coding.encode(transcription.settings)),
        ("created_at", transcription.createdAt), ("edited_at", transcription.editedAt),
        ("repairs", transcription.repairs), ("details", try transcription.details.column),
      ])
    try append(transcription.segments, transcriptionRow: row)
    try setSpeakers(transcription.speakers, transcriptionRow: row)
    if isCurrent {
      try makeCurrent(
        transcriptionRow: row, recordingRow: recordingRow,
        body: IndexedText(transcription.segments).body)
    }
    return row
  }

  func transcriptions(_ statement: SQL) throws -> [Transcription] {
    let found = try query(statement) { ($0.int64("row"), try Transcription(row: $0)) }
    return try found.map { row, transcription in try completed(transcription, row: row) }
  }

  func completed(_ transcription: Transcription, row: Int64) throws -> Transcription {
    var transcription = transcription
    transcription.segments = try segments(ofTranscription: row)
    transcription.speakers = try speakers(ofTranscription: row)
    return transcription
  }

  func segments(ofTranscription row: Int64, after count: Int = 0) throws -> [Segment] {
    try query(
      """
      SELECT start_ms, end_ms, text, words, language FROM segments
      WHERE \(library: "segments") AND transcription = \(row) AND position >= \(max(0, count))
      ORDER BY position
      """
    ) {
      Segment(
        start: $0.milliseconds("start_ms"), end: $0.milliseconds("end_ms"), text: $0.text("text"),
        words: try StoredWords(json: $0.text("words")).words,
        language: $0.optionalText("language"))
    }
  }

  func makeCurrent(
    transcriptionRow: Int64, recordingRow: Int64, body: String
  ) throws {
    // In this order, since a unique index allows only one.
    try run(
      """
      UPDATE transcriptions SET is_current = FALSE WHERE \(library: "transcriptions")
        AND recording = \(recordingRow) AND is_current AND row <> \(transcriptionRow)
      """)
    try run(
      """
      UPDATE transcriptions SET is_current = TRUE
      WHERE \(library: "transcriptions") AND row = \(transcriptionRow)
      """)
    try setSearchedBody(body, recordingRow: recordingRow)
  }
}
