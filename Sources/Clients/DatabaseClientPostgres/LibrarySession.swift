import DatabaseSQL
import Foundation
import PostgreSQL
import SharedModels

/// A transaction on one library, whose number is `$1` in each statement.
struct LibrarySession: SQLSession {
  let transaction: PostgresTransaction
  let library: Int
  /// The number of newest memos that a search scans before it uses the index.
  let searchStep: Int

  init(_ transaction: PostgresTransaction, library: Int, searchStep: Int = 1_000) {
    self.library = library
    self.searchStep = searchStep
    self.transaction = transaction
  }

  @discardableResult
  func run(_ sql: SQL) throws -> Int { try transaction.run(sql: sql, of: library) }

  func query<Value>(_ sql: SQL, row: (SQLRow) throws -> Value) throws -> [Value] {
    try transaction.query(sql: sql, of: library, row: row)
  }

  func first<Value>(_ sql: SQL, row: (SQLRow) throws -> Value) throws -> Value? {
    try transaction.first(sql: sql, of: library, row: row)
  }

  func forEachRow(of sql: SQL, _ body: (SQLRow) throws -> Void) throws {
    let (text, values) = sql.statement(of: library)
    let positions = ColumnPositions()
    try transaction.forEachRow(of: text, values) { try body(SQLRow(StoredRow($0), positions)) }
  }

  func disableRetries() { transaction.disableRetries() }

  /// By the server's clock.
  static let currentTime: SQL = "extract(epoch FROM moment())::double precision"

  var now: SQL { Self.currentTime }

  var leaseEnd: SQL { "moment() + \(Self.lease)::interval" }

  func owner(_ claim: UUID) -> any SQLExpression { claim }

  func didAdd(_ recordings: [Recording]) {}

  func didChange(_ recording: Recording) {}

  func lockMemo(of table: String, _ id: UUID) throws {
    try run(
      """
      SELECT recordings.row FROM recordings JOIN \(raw: table)
        ON \(library: table) AND \(raw: table).recording = recordings.row
      WHERE \(library: "recordings") AND \(raw: table).id = \(id)
      FOR NO KEY UPDATE OF recordings
      """)
  }

  func lockedTranscriptions(_ rows: [Int64]) throws -> Set<Int64> {
    try run(
      """
      SELECT FROM recordings WHERE library = $1 AND row IN (
        SELECT recording FROM transcriptions WHERE library = $1 AND row = ANY (\(rows)))
      ORDER BY row FOR NO KEY UPDATE
      """)
    return Set(
      try query("SELECT row FROM transcriptions WHERE library = $1 AND row = ANY (\(rows))") {
        $0.int64("row")
      })
  }

  func waitForVoices(_ access: VoiceAccess) throws {
    let lock: SQL =
      switch access {
      case .toChange: "pg_advisory_xact_lock"
      case .toUse: "pg_advisory_xact_lock_shared"
      }
    try run("SELECT \(lock)(\(raw: "\(Self.voiceLock)"), $1::int)")
  }

  private static let voiceLock = 1

  func ownColumns(ofJobWithRecordingRow row: Int64) -> [SQLColumn] {
    let isHeld: SQL = """
      (SELECT trashed_at IS NOT NULL FROM recordings WHERE library = $1 AND row = \(row))
      """
    return [("is_held", isHeld)]
  }

  func append(_ segments: [Segment], transcriptionRow: Int64) throws {
    guard !segments.isEmpty
    else { return }
    let (position, firstWord) =
      try first(
        """
        SELECT position + 1 AS position, first_word + word_count AS first_word FROM segments
        WHERE library = $1 AND transcription = \(transcriptionRow)
        ORDER BY segments.position DESC LIMIT 1
        """
      ) { ($0.int("position"), $0.int("first_word")) } ?? (0, 0)
    let counts = segments.map(\.words.count)
    var firstWords: [Int] = []
    for count in [firstWord] + counts.dropLast() {
      firstWords.append((firstWords.last ?? 0) + count)
    }
    // One statement, since each costs a round trip.
    try run(
      """
      INSERT INTO segments (
        library, transcription, position, first_word, word_count, start_ms, end_ms, text, words,
        language)
      SELECT $1, \(transcriptionRow), added.* FROM unnest(
        \(segments.indices.map { position + $0 })::int[], \(firstWords)::int[],
        \(counts)::int[], \(segments.map(\.start.wholeMilliseconds))::bigint[],
        \(segments.map(\.end.wholeMilliseconds))::bigint[], \(segments.map(\.text))::text[],
        \(segments.map { StoredWords($0.words).json })::text[],
        \(segments.map(\.language))::text[]
      ) AS added
      """)
  }
}

extension PostgresTransaction {
  @discardableResult
  func run(sql: SQL, of library: Int? = nil) throws -> Int {
    let (text, values) = sql.statement(of: library)
    return try run(text, values)
  }

  func query<Value>(
    sql: SQL, of library: Int? = nil, row: (SQLRow) throws -> Value
  ) throws -> [Value] {
    let (text, values) = sql.statement(of: library)
    let positions = ColumnPositions()
    return try query(text, values) { try row(SQLRow(StoredRow($0), positions)) }
  }

  func first<Value>(
    sql: SQL, of library: Int? = nil, row: (SQLRow) throws -> Value
  ) throws -> Value? {
    let (text, values) = sql.statement(of: library)
    return try first(text, values) { try row(SQLRow(StoredRow($0), ColumnPositions())) }
  }
}

extension SQL {
  fileprivate func statement(of library: Int?) -> (text: String, values: [any PostgresValue]) {
    let before: [any PostgresValue] = library.map { [$0] } ?? []
    let statement = statement(in: .postgres(parametersBefore: before.count))
    return (statement.text, before + statement.values.map(\.postgres))
  }
}

extension SQLValue {
  fileprivate var postgres: any PostgresValue {
    switch self {
    case .bool(let value): value
    case .double(let value): value
    case .integer(let value): value
    case .integers(let values): values
    case .text(let value): value?.column
    case .texts(let values): values.map { $0?.column }
    case .uuid(let value): value
    case .uuids(let values): values
    }
  }
}

private struct StoredRow: SQLColumns {
  private let row: PostgresRow

  init(_ row: PostgresRow) {
    self.row = row
  }

  func position(of name: StaticString) -> Int32? { row.position(of: name) }
  func bool(_ position: Int32) -> Bool { row.bool(position) }
  func double(_ position: Int32) -> Double { row.double(position) }
  func int64(_ position: Int32) -> Int64 { row.int64(position) }
  func isNull(_ position: Int32) -> Bool { row.isNull(position) }
  func json(_ position: Int32) -> String { String(columnsInJSON: row.text(position)) }
  func text(_ position: Int32) -> String { String(column: row.text(position)) }
  func texts(_ position: Int32) -> [String] { row.texts(position).map(String.init(column:)) }
  func uuid(_ position: Int32) -> UUID { row.uuid(position) }
}
