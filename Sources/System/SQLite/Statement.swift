import Csqlite3
import Glibc

@usableFromInline final class Statement {
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

  @usableFromInline func bind(_ values: [any Bindable]) throws {
    for (index, value) in values.enumerated() {
      let code = value.bind(to: handle, at: Int32(index + 1))
      guard code == SQLITE_OK
      else { throw SQLiteError(connection, code: code) }
    }
  }

  func bind(to pointer: UnsafeMutableRawPointer, as type: StaticString) throws {
    let code = sqlite3_bind_pointer(handle, 1, pointer, type.utf8Start.asCharacters, nil)
    guard code == SQLITE_OK
    else { throw SQLiteError(connection, code: code) }
  }

  @usableFromInline func step() throws -> Bool {
    switch sqlite3_step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let code:
      throw SQLiteError(connection, code: code)
    }
  }

  fileprivate func position(of name: StaticString) -> Int32? {
    (0..<sqlite3_column_count(handle)).first {
      strcmp(sqlite3_column_name(handle, $0), name.utf8Start.asCharacters) == 0
    }
  }

  @usableFromInline func reset() {
    sqlite3_reset(handle)
    sqlite3_clear_bindings(handle)
  }

  fileprivate func isNull(_ column: Int32) -> Bool {
    sqlite3_column_type(handle, column) == SQLITE_NULL
  }

  fileprivate func int64(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }

  fileprivate func double(_ column: Int32) -> Double { sqlite3_column_double(handle, column) }

  fileprivate func withBytes<Result>(
    _ column: Int32, _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
  ) rethrows -> Result {
    let bytes = sqlite3_column_text(handle, column)
    let count = bytes == nil ? 0 : Int(sqlite3_column_bytes(handle, column))
    return try body(UnsafeBufferPointer(start: bytes, count: count))
  }
}

/// The current row, valid only until the statement's next step.
public struct Row {
  private let statement: Statement

  @usableFromInline init(statement: Statement) {
    self.statement = statement
  }

  public func position(of name: StaticString) -> Int32? { statement.position(of: name) }

  public func bool(_ column: Int32) -> Bool { statement.int64(column) != 0 }
  public func int(_ column: Int32) -> Int { Int(statement.int64(column)) }
  public func int64(_ column: Int32) -> Int64 { statement.int64(column) }
  public func double(_ column: Int32) -> Double { statement.double(column) }
  public func text(_ column: Int32) -> String {
    statement.withBytes(column) { String(decoding: $0, as: UTF8.self) }
  }
  public func withBytes<Result>(
    of column: Int32, _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
  ) rethrows -> Result {
    try statement.withBytes(column, body)
  }
  public func isNull(_ column: Int32) -> Bool { statement.isNull(column) }
  public func optionalDouble(_ column: Int32) -> Double? { isNull(column) ? nil : double(column) }
  public func optionalText(_ column: Int32) -> String? { isNull(column) ? nil : text(column) }
}

extension UnsafePointer<UInt8> {
  fileprivate var asCharacters: UnsafePointer<CChar> {
    UnsafeRawPointer(self).assumingMemoryBound(to: CChar.self)
  }
}
