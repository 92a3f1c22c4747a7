import Foundation
import SQLite
import SharedModels
import StoredTranscript

extension Transcription {
  static let columns = """
    transcriptions.row, transcriptions.id, transcriptions.created_at, transcriptions.edited_at, \
    transcriptions.engine_name, transcriptions.engine_version, transcriptions.language, \
    transcriptions.model, transcriptions.settings, transcriptions.repairs
    """
  static let columnCount: Int32 = 10

  init(row: Row) throws {
    self.init(
      id: try row.id(1),
      createdAt: Date(timeIntervalSince1970: row.double(2)),
      editedAt: row.optionalDouble(3).map(Date.init(timeIntervalSince1970:)),
      engine: TranscriptionEngine(name: row.text(4), version: row.text(5)),
      language: row.optionalText(6),
      model: row.text(7),
      repairs: row.isNull(9) ? nil : row.int(9),
      segments: [],
      settings: try Coding.decode(TranscriptionSettings.self, row.text(8)))
  }
}

extension Connection {
  func insert(_ transcription: Transcription, recordingRow: Int64) throws -> Int64 {
    try run(
      """
      INSERT INTO transcriptions (
        id, recording, is_current, language, engine_name, engine_version, model, settings,
        created_at, edited_at, repairs
      ) VALUES (?, ?, 0, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        transcription.id.text, recordingRow, transcription.language, transcription.engine.name,
        transcription.engine.version, transcription.model,
        try Coding.encode(transcription.settings), transcription.createdAt.timeIntervalSince1970,
        transcription.editedAt?.timeIntervalSince1970, transcription.repairs,
      ])
    return lastInsertedRowID
  }

  func complete(_ transcription: inout Transcription, row: Int64) throws {
    transcription.segments = try segments(ofTranscription: row)
    transcription.speakers = try speakers(ofTranscription: row)
  }

  func append(_ segments: [Segment], transcriptionRow: Int64) throws {
    var (position, firstWord) =
      try first(
        """
        SELECT position + 1, first_word + json_array_length(words) FROM segments
        WHERE transcription = ? ORDER BY position DESC LIMIT 1
        """, [transcriptionRow]
      ) { ($0.int(0), $0.int(1)) } ?? (0, 0)
    for segment in segments {
      try run(
        """
        INSERT INTO segments
          (transcription, position, start_ms, end_ms, text, first_word, words, language)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        """,
        [
          transcriptionRow, position, segment.start.wholeMilliseconds,
          segment.end.wholeMilliseconds, segment.text, firstWord, StoredWords(segment.words).json,
          segment.language,
        ])
      position += 1
      firstWord += segment.words.count
    }
  }

  func segments(ofTranscription row: Int64, after count: Int = 0) throws -> [Segment] {
    try query(
      """
      SELECT start_ms, end_ms, text, words, language FROM segments
      WHERE transcription = ? AND position >= ? ORDER BY position
      """, [row, count]
    ) {
      Segment(
        start: .milliseconds($0.int64(0)), end: .milliseconds($0.int64(1)), text: $0.text(2),
        words: try StoredWords(json: $0.text(3)).words, language: $0.optionalText(4))
    }
  }

  /// Earlier transcripts stay in the database.
  func makeCurrent(transcriptionRow: Int64, recordingRow: Int64, body: String) throws {
    try run(
      "UPDATE transcriptions SET is_current = (row = ?) WHERE recording = ?",
      [transcriptionRow, recordingRow])
    try setSearched(body, recordingRow: recordingRow)
  }
}
