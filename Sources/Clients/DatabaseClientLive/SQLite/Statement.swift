import Csqlite3

/// A prepared statement, kept for the next time its text is run.
final class Statement {
  private let connection: OpaquePointer
  private let handle: OpaquePointer

  init(_ sql: String, connection: OpaquePointer) throws {
    var handle: OpaquePointer?
    let code = sqlite3_prepare_v3(
      connection, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &handle, nil)
    guard code == SQLITE_OK, let handle
    else { throw SQLiteError(connection, code: code) }
    self.connection = connection
    self.handle = handle
  }

  deinit {
    sqlite3_finalize(handle)
  }

  var isBusy: Bool { sqlite3_stmt_busy(handle) != 0 }

  func bind(_ values: [any Bindable]) throws {
    for (index, value) in values.enumerated() {
      let code = value.bind(to: handle, at: Int32(index + 1))
      guard code == SQLITE_OK
      else { throw SQLiteError(connection, code: code) }
    }
  }

  /// Moves to the next row; `false` at the end.
  func step() throws -> Bool {
    switch sqlite3_step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let code:
      throw SQLiteError(connection, code: code)
    }
  }

  func reset() {
    sqlite3_reset(handle)
    sqlite3_clear_bindings(handle)
  }

  fileprivate func isNull(_ column: Int32) -> Bool {
    sqlite3_column_type(handle, column) == SQLITE_NULL
  }

  fileprivate func int64(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }

  fileprivate func double(_ column: Int32) -> Double { sqlite3_column_double(handle, column) }

  fileprivate func text(_ column: Int32) -> String {
    guard let bytes = sqlite3_column_text(handle, column)
    else { return "" }
    let count = Int(sqlite3_column_bytes(handle, column))
    return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
  }
}

/// The row that a statement stands on. Valid only until the statement's next step.
struct Row {
  fileprivate let statement: Statement

  init(statement: Statement) {
    self.statement = statement
  }

  func bool(_ column: Int32) -> Bool { statement.int64(column) != 0 }
  func int(_ column: Int32) -> Int { Int(statement.int64(column)) }
  func int64(_ column: Int32) -> Int64 { statement.int64(column) }
  func double(_ column: Int32) -> Double { statement.double(column) }
  func text(_ column: Int32) -> String { statement.text(column) }
  func isNull(_ column: Int32) -> Bool { statement.isNull(column) }
  func optionalDouble(_ column: Int32) -> Double? { isNull(column) ? nil : double(column) }
  func optionalText(_ column: Int32) -> String? { isNull(column) ? nil : text(column) }
}
