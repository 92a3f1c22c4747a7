import Csqlite3
import Glibc
import POSIX

/// A database connection, for one thread at a time. Its functions throw ``SQLiteError``.
public final class Connection {
  let handle: OpaquePointer
  private var statements: [String: Statement] = [:]
  @usableFromInline var transactionDepth = 0
  var hasMarked = false

  public static let inMemory = ":memory:"

  public convenience init(
    path: String, busyTimeout: Duration, isReadOnly: Bool = false
  ) throws {
    // SQLite would create a file that others may read.
    if !isReadOnly, path != Self.inMemory {
      _ = try? Descriptor(path, O_RDWR | O_CREAT | O_EXCL, mode: 0o600)
    }
    let access =
      isReadOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    try self.init(path.systemPath, access, busyTimeout: busyTimeout)
  }

  /// Opens a file that no program can change, as on a read-only disk: without log or shared memory.
  public convenience init(unchanging path: String) throws {
    guard fileExists("\(path)-wal")
    else {
      try self.init(
        path.immutableURI, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, busyTimeout: .zero)
      return
    }
    // An immutable file's log is ignored. Without locks, SQLite keeps its index in its own memory.
    try self.init(
      path.systemPath, SQLITE_OPEN_READONLY, fileSystem: "unix-none", busyTimeout: .zero)
    try execute("PRAGMA locking_mode = EXCLUSIVE")
  }

  private init(
    _ name: [CChar], _ access: Int32, fileSystem: String? = nil, busyTimeout: Duration
  ) throws {
    var handle: OpaquePointer?
    let flags = access | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
    let code = sqlite3_open_v2(name, &handle, flags, fileSystem)
    guard code == SQLITE_OK, let handle
    else {
      let error = SQLiteError(handle, code: code)
      sqlite3_close_v2(handle)
      throw error
    }
    self.handle = handle
    sqlite3_busy_timeout(handle, Int32(clamping: Int(busyTimeout / .milliseconds(1))))
  }

  deinit {
    statements.removeAll()
    sqlite3_close_v2(handle)
  }

  public func copy(to other: Connection) throws {
    guard let backup = sqlite3_backup_init(other.handle, "main", handle, "main")
    else { throw SQLiteError(other.handle, code: sqlite3_errcode(other.handle)) }
    sqlite3_backup_step(backup, -1)
    let code = sqlite3_backup_finish(backup)
    guard code == SQLITE_OK
    else { throw SQLiteError(other.handle, code: code) }
  }

  public func execute(_ sql: String) throws {
    let code = sqlite3_exec(handle, sql, nil, nil, nil)
    guard code == SQLITE_OK
    else { throw SQLiteError(handle, code: code) }
  }

  public func run(_ sql: String, _ values: [any Bindable] = []) throws {
    let statement = try prepare(sql)
    defer { statement.reset() }
    try statement.bind(values)
    while try statement.step() {}
  }

  @inlinable public func query<Value>(
    _ sql: String, _ values: [any Bindable] = [], row: (Row) throws -> Value
  ) throws -> [Value] {
    let statement = try prepare(sql)
    defer { statement.reset() }
    try statement.bind(values)
    var result: [Value] = []
    while try statement.step() { result.append(try row(Row(statement: statement))) }
    return result
  }

  @inlinable public func first<Value>(
    _ sql: String, _ values: [any Bindable] = [], row: (Row) throws -> Value
  ) throws -> Value? {
    let statement = try prepare(sql)
    defer { statement.reset() }
    try statement.bind(values)
    return try statement.step() ? try row(Row(statement: statement)) : nil
  }

  /// Runs a transaction, or joins the outer one. Locks first: upgrading a read can fail for good.
  @inlinable public func transaction<Value>(_ work: () throws -> Value) throws -> Value {
    guard transactionDepth == 0
    else { return try work() }
    try execute("BEGIN IMMEDIATE")
    transactionDepth += 1
    defer { transactionDepth -= 1 }
    do {
      let value = try work()
      try execute("COMMIT")
      return value
    } catch {
      // Fails harmlessly if a failed COMMIT has already rolled back.
      try? execute("ROLLBACK")
      throw error
    }
  }

  func fullTextAPI() throws -> UnsafeMutablePointer<fts5_api> {
    let statement = try prepare("SELECT fts5(?1)")
    defer { statement.reset() }
    var api: UnsafeMutablePointer<fts5_api>?
    try withUnsafeMutablePointer(to: &api) { pointer in
      try statement.bind(to: pointer, as: "fts5_api_ptr")
      _ = try statement.step()
    }
    guard let api
    else { throw SQLiteError(code: SQLITE_ERROR, message: "SQLite has no full-text search (FTS5)") }
    return api
  }

  public var changedRowCount: Int { Int(sqlite3_changes64(handle)) }

  @usableFromInline func prepare(_ sql: String) throws -> Statement {
    if let statement = statements[sql], !statement.isBusy { return statement }
    let statement = try Statement(sql, connection: handle)
    statements[sql] = statement
    return statement
  }
}

extension String {
  fileprivate var immutableURI: [CChar] {
    let path = systemPath.dropLast().map { byte in
      let scalar = Unicode.Scalar(UInt8(bitPattern: byte))
      let isPlain = scalar == "/" || scalar.isASCII && scalar.properties.isAlphabetic
      let digits = String(scalar.value, radix: 16)
      return isPlain ? String(scalar) : "%\(digits.count == 1 ? "0" : "")\(digits)"
    }
    return Array("file:\(path.joined())?immutable=1".utf8CString)
  }
}
