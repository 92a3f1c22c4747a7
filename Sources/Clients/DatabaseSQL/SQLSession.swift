package import DatabaseClient
package import Foundation
package import SharedModels

package typealias SQLColumn = (name: String, value: any SQLExpression)

package protocol SQLSession {
  /// - Returns: The number of changed rows.
  @discardableResult
  func run(_ statement: SQL) throws -> Int

  func query<Value>(_ statement: SQL, row: (SQLRow) throws -> Value) throws -> [Value]

  func first<Value>(_ statement: SQL, row: (SQLRow) throws -> Value) throws -> Value?

  /// From here on, the transaction's work must not be repeated.
  func disableRetries()

  /// Locks the memo of a row in `table`, as all transactions do first. SQLite locks the database.
  func lockMemo(of table: String, _ id: UUID) throws

  /// The transcripts that still exist, locked with their memos.
  func lockedTranscriptions(_ rows: [Int64]) throws -> Set<Int64>

  /// Locks the voices, so that no concurrent write restores a deleted one. Must be the first lock.
  func waitForVoices(_ access: VoiceAccess) throws

  /// The library's time, in seconds since 1970.
  var now: SQL { get }

  var leaseEnd: SQL { get }

  func owner(_ claim: UUID) -> any SQLExpression

  func addSearchedTitle(_ title: String, recordingRow: Int64) throws
  func setSearchedBody(_ body: String, recordingRow: Int64) throws
  func setSearchedTitle(_ title: String, recordingRow: Int64) throws

  func recordingIDs(startingWith prefix: String) throws -> [Recording.ID]
  func search(_ query: SearchQuery) throws -> [SearchHit]
  func searchCount(_ query: SearchQuery) throws -> Int
  func mostFrequentWords(_ limit: Int) throws -> [WordStatistics.Count]

  func append(_ segments: [Segment], transcriptionRow: Int64) throws

  func didAdd(_ recordings: [Recording]) throws
  func didChange(_ recording: Recording) throws
  func integrityProblems() throws -> [String]

  func ownColumns(ofJobWithRecordingRow row: Int64) -> [SQLColumn]
}

package enum VoiceAccess: Sendable {
  case toChange
  case toUse
}

extension SQLSession {
  func exists(_ statement: SQL) throws -> Bool {
    try first(statement) { _ in true } ?? false
  }

  /// The first row that a change returns. SQLite checks foreign keys only after the last one.
  func changed<Value>(_ statement: SQL, row: (SQLRow) throws -> Value) throws -> Value? {
    try query(statement, row: row).first
  }

  /// - Returns: The number of the new row.
  @discardableResult
  func insert(into table: String, _ columns: [SQLColumn]) throws -> Int64 {
    try changed(.insertion(into: table, columns) + " RETURNING row") { $0.int64("row") } ?? 0
  }

  func insertIfNew(into table: String, _ columns: [SQLColumn]) throws -> Bool {
    try run(.insertion(into: table, columns) + " ON CONFLICT DO NOTHING") == 1
  }

  /// Replaces the row whose first `keyCount` columns are the same.
  func insertOrReplace(into table: String, _ columns: [SQLColumn], keyCount: Int = 1) throws {
    try run(.insertion(into: table, columns) + .replacement(columns, keyCount: keyCount))
  }
}
