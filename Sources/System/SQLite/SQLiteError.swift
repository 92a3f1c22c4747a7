import Csqlite3
import POSIX

/// What SQLite answered, as the connection saw it.
public struct SQLiteError: Error, Equatable {
  /// The extended result code.
  public let code: Int32
  /// What is wrong, in SQLite's words.
  public let message: String
  /// The error number of the system call that failed, or 0 where that is not known.
  public let systemCode: Int32

  /// Creates a value from its properties.
  public init(code: Int32, message: String, systemCode: Int32 = 0) {
    self.code = code
    self.message = message
    self.systemCode = systemCode
  }

  init(_ handle: OpaquePointer?, code: Int32) {
    let systemError = SystemError.latest.code
    let code = handle.map(sqlite3_extended_errcode) ?? code
    self.code = code
    let text = handle.map(sqlite3_errmsg) ?? sqlite3_errstr(code)
    self.message = text.map { String(cString: $0) } ?? "error \(code)"
    // SQLite does not hand on what the system said to a statement that failed. For an error that is
    // not the system's, the number is of an earlier call.
    let known = handle.map(sqlite3_system_errno) ?? 0
    self.systemCode = known == 0 && Self.isSystems(code) ? systemError : known
  }

  /// Whether there was no room for what was to be written. SQLite has a code for it, but not where
  /// the file is its shared memory or a limit on the size of files is met.
  public var isForLackOfSpace: Bool {
    primaryCode == SQLITE_FULL || code == SQLITE_IOERR | (19 << 8)
      || primaryCode == SQLITE_IOERR && SystemError(code: systemCode).isForLackOfSpace
  }

  /// The message, with the system's reason where it has one.
  public var explanation: String {
    Self.isSystems(code) && systemCode != 0
      ? "\(message) (\(SystemError(code: systemCode).reason))" : message
  }

  private static func isSystems(_ code: Int32) -> Bool {
    [SQLITE_CANTOPEN, SQLITE_IOERR].contains(code & 0xff)
  }

  /// Whether another program holds the file.
  public var isBusy: Bool { [SQLITE_BUSY, SQLITE_LOCKED].contains(primaryCode) }

  /// Whether the file is no database, or is damaged.
  public var isDamage: Bool { [SQLITE_CORRUPT, SQLITE_NOTADB].contains(primaryCode) }

  /// The code without its extension.
  private var primaryCode: Int32 { code & 0xff }
}
