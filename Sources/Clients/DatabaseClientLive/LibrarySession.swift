import DatabaseClient
import DatabaseSQL
package import Foundation
import SQLite
import SharedModels

struct LibrarySession: SQLSession {
  let connection: Connection
  let library: LibraryDatabase
  let added = AddedRecordings()

  init(_ connection: Connection, in library: LibraryDatabase) {
    self.connection = connection
    self.library = library
  }

  @discardableResult
  func run(_ sql: SQL) throws -> Int { try connection.run(sql: sql) }

  func query<Value>(_ sql: SQL, row: (SQLRow) throws -> Value) throws -> [Value] {
    try connection.query(sql: sql, row: row)
  }

  func first<Value>(_ sql: SQL, row: (SQLRow) throws -> Value) throws -> Value? {
    try connection.first(sql: sql, row: row)
  }

  func disableRetries() {}

  var now: SQL { "\(library.now())" }

  var leaseEnd: SQL { "\(JobLease.end(from: library.now()))" }

  func owner(_ claim: UUID) -> any SQLExpression { claim.uuidString }

  func lockMemo(of table: String, _ id: UUID) {}

  func lockedTranscriptions(_ rows: [Int64]) -> Set<Int64> { Set(rows) }

  func waitForVoices(_ access: VoiceAccess) {}

  func ownColumns(ofJobWithRecordingRow row: Int64) -> [SQLColumn] { [] }

  func append(_ segments: [Segment], transcriptionRow: Int64) throws {
    var (position, firstWord) =
      try first(
        """
        SELECT position + 1 AS position, first_word + json_array_length(words) AS first_word
        FROM segments WHERE transcription = \(transcriptionRow)
        ORDER BY segments.position DESC LIMIT 1
        """
      ) { ($0.int("position"), $0.int("first_word")) } ?? (0, 0)
    // Not as `SQL`, which would be rendered again for each of a library's many segments.
    for segment in segments {
      try connection.run(
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
}

extension Connection {
  @discardableResult
  func run(sql: SQL) throws -> Int {
    let statement = sql.statement(in: .sqlite)
    try run(statement.text, statement.values.bindable)
    return changedRowCount
  }

  func query<Value>(sql: SQL, row: (SQLRow) throws -> Value) throws -> [Value] {
    let (statement, positions) = (sql.statement(in: .sqlite), ColumnPositions())
    return try query(statement.text, statement.values.bindable) { try row(SQLRow($0, positions)) }
  }

  func first<Value>(sql: SQL, row: (SQLRow) throws -> Value) throws -> Value? {
    let (statement, positions) = (sql.statement(in: .sqlite), ColumnPositions())
    return try first(statement.text, statement.values.bindable) { try row(SQLRow($0, positions)) }
  }
}

extension [SQLValue] {
  fileprivate var bindable: [any Bindable] {
    get throws {
      try map { value in
        switch value {
        case .bool(let value): value
        case .double(let value): value
        case .integer(let value): value
        case .integers(let values): try Coding.encode(values)
        case .text(let value): value
        case .texts(let values): try Coding.encode(values)
        case .uuid(let value): value?.text
        case .uuids(let values): try Coding.encode(values.map(\.text))
        }
      }
    }
  }
}

extension Row: SQLColumns {
  package func json(_ position: Int32) -> String { text(position) }

  package func texts(_ position: Int32) throws -> [String] {
    try Coding.decodeTags(text(position))
  }

  package func uuid(_ position: Int32) throws -> UUID {
    guard let id = withBytes(of: position, UUID.init(text:))
    else { throw ColumnError(text: text(position)) }
    return id
  }
}
