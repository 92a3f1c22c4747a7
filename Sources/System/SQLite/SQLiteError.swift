import Csqlite3
import Glibc
import POSIX

public struct SQLiteError: Error, Equatable {
  public let code: Int32
  public let message: String
  /// The `errno` of the failed system call, or 0 if unknown.
  public let systemCode: Int32

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
    // SQLite records no errno for failed statements and locks. For other errors, errno is stale.
    let known = handle.map(sqlite3_system_errno) ?? 0
    let isFromSystem = Self.isSystems(code) || code & 0xff == SQLITE_BUSY
    self.systemCode = known == 0 && isFromSystem ? systemError : known
  }

  /// SQLite's own code misses a full disk under its shared memory and a file size limit.
  public var isOutOfSpace: Bool {
    primaryCode == SQLITE_FULL || code == SQLITE_IOERR | (19 << 8)
      || primaryCode == SQLITE_IOERR && SystemError(code: systemCode).isOutOfSpace
  }

  public var explanation: String {
    Self.isSystems(code) && systemCode != 0
      ? "\(message) (\(SystemError(code: systemCode).reason))" : message
  }

  private static func isSystems(_ code: Int32) -> Bool {
    [SQLITE_CANTOPEN, SQLITE_IOERR].contains(code & 0xff)
  }

  public var isBusy: Bool {
    [SQLITE_BUSY, SQLITE_LOCKED].contains(primaryCode) && !isWithoutLocks
  }

  /// The file system can't lock files. SQLite takes `ENOLCK` for another program's lock.
  public var isWithoutLocks: Bool {
    primaryCode == SQLITE_BUSY && systemCode == ENOLCK
      || Self.lockCodes.contains(code) && [ENOLCK, ENOSYS, EOPNOTSUPP].contains(systemCode)
  }

  /// Reading, reserving, and sharing locks, and those of the shared memory.
  private static let lockCodes = [9, 14, 15, 20].map { SQLITE_IOERR | ($0 << 8) }

  public var isDamage: Bool { [SQLITE_CORRUPT, SQLITE_NOTADB].contains(primaryCode) }

  public var isReadOnly: Bool { primaryCode == SQLITE_READONLY }

  private var primaryCode: Int32 { code & 0xff }
}
