import Foundation
import PostgreSQL
import SharedModels
import StoredTranscript

extension Transcription {
  static let columns = """
    transcriptions.row, transcriptions.id, transcriptions.created_at, transcriptions.edited_at, \
    transcriptions.engine_name, transcriptions.engine_version, transcriptions.language, \
    transcriptions.model, transcriptions.settings, transcriptions.repairs
    """
  static let columnCount: Int32 = 10

  init(row: PostgresRow) throws {
    self.init(
      id: ID(row.uuid(1)),
      createdAt: Date(timeIntervalSince1970: row.double(2)),
      editedAt: row.optionalDouble(3).map(Date.init(timeIntervalSince1970:)),
      engine: TranscriptionEngine(name: row.string(4), version: row.string(5)),
      language: row.optionalString(6),
      model: row.string(7),
      repairs: row.isNull(9) ? nil : row.int(9),
      segments: [],
      settings: try Coding.decode(TranscriptionSettings.self, row.text(8)))
  }
}

extension LibrarySession {
  func insert(_ transcription: Transcription, recordingRow: Int64) throws -> Int64 {
    try first(
      """
      INSERT INTO transcriptions (
        library, id, recording, is_current, language, engine_name, engine_version, model, settings,
        created_at, edited_at, repairs
      ) VALUES ($1, $2, $3, false, $4, $5, $6, $7, $8, $9, $10, $11) RETURNING row
      """,
      [
        transcription.id.rawValue, recordingRow, transcription.language?.column,
        transcription.engine.name.column, transcription.engine.version.column,
        transcription.model.column, try Coding.encode(transcription.settings),
        transcription.createdAt.timeIntervalSince1970,
        transcription.editedAt?.timeIntervalSince1970, transcription.repairs,
      ]
    ) { $0.int64(0) } ?? 0
  }

  func complete(_ transcription: inout Transcription, row: Int64) throws {
    transcription.segments = try segments(ofTranscription: row)
    transcription.speakers = try speakers(ofTranscription: row)
  }

  func append(_ segments: [Segment], transcriptionRow: Int64) throws {
    guard !segments.isEmpty
    else { return }
    let (position, firstWord) =
      try first(
        """
        SELECT position + 1, first_word + word_count FROM segments
        WHERE library = $1 AND transcription = $2 ORDER BY position DESC LIMIT 1
        """, [transcriptionRow]
      ) { ($0.int(0), $0.int(1)) } ?? (0, 0)
    var counts: [Int] = []
    for segment in segments { counts.append((counts.last ?? firstWord) + segment.words.count) }
    // One statement, since each costs a round trip.
    try run(
      """
      INSERT INTO segments (
        library, transcription, position, first_word, word_count, start_ms, end_ms, text, words,
        language)
      SELECT $1, $2, added.* FROM unnest(
        $3::int[], $4::int[], $5::int[], $6::bigint[], $7::bigint[], $8::text[], $9::text[],
        $10::text[]
      ) AS added
      """,
      [
        transcriptionRow, segments.indices.map { position + $0 },
        [firstWord] + counts.dropLast(), segments.map(\.words.count),
        segments.map(\.start.wholeMilliseconds), segments.map(\.end.wholeMilliseconds),
        segments.map(\.text.column), segments.map { StoredWords($0.words).json },
        segments.map(\.language?.column),
      ])
  }

  func segments(ofTranscription row: Int64, after count: Int = 0) throws -> [Segment] {
    try query(
      """
      SELECT start_ms, end_ms, text, words, language FROM segments
      WHERE library = $1 AND transcription = $2 AND position >= $3 ORDER BY position
      """, [row, max(0, count)]
    ) {
      Segment(
        start: .milliseconds($0.int64(0)), end: .milliseconds($0.int64(1)), text: $0.string(2),
        words: try StoredWords(json: $0.text(3)).words, language: $0.optionalString(4))
    }
  }

  func makeCurrent(transcriptionRow: Int64, recordingRow: Int64, body: String) throws {
    // In this order, since a unique index allows only one.
    try run(
      """
      UPDATE transcriptions SET is_current = false
      WHERE library = $1 AND recording = $2 AND is_current AND row <> $3
      """, [recordingRow, transcriptionRow])
    try run(
      "UPDATE transcriptions SET is_current = true WHERE library = $1 AND row = $2",
      [transcriptionRow])
    try setText(body, recordingRow: recordingRow)
  }

  func setText(_ body: String, recordingRow: Int64) throws {
    let title = try first(
      "SELECT title FROM recordings WHERE library = $1 AND row = $2", [recordingRow]
    ) { $0.string(0) }
    try run(
      """
      UPDATE texts SET body = $2, words = array_to_tsvector($3) WHERE library = $1 AND recording = $4
      """,
      [body, IndexedWords(title: title ?? "", body: body).lexemes(of: library), recordingRow])
  }
}
