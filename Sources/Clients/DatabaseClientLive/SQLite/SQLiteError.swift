import Csqlite3

/// What SQLite answered, as the connection saw it.
struct SQLiteError: Error, Equatable {
  /// The extended result code.
  let code: Int32
  let message: String

  init(code: Int32, message: String) {
    self.code = code
    self.message = message
  }

  init(_ handle: OpaquePointer?, code: Int32) {
    self.code = handle.map(sqlite3_extended_errcode) ?? code
    let text = handle.map(sqlite3_errmsg) ?? sqlite3_errstr(code)
    self.message = text.map { String(cString: $0) } ?? "error \(code)"
  }

  /// The code without its extension.
  var primaryCode: Int32 { code & 0xff }

  var isUniqueViolation: Bool {
    code == SQLITE_CONSTRAINT | (8 << 8) || code == SQLITE_CONSTRAINT | (6 << 8)
  }
}
