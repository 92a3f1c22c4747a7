import Csqlite3
import Glibc
import POSIX

/// One connection to a database file. Not safe to use from two threads at once: its owner
/// serialises access.
public final class Connection {
  private let handle: OpaquePointer
  private var statements: [String: Statement] = [:]
  @usableFromInline var transactionDepth = 0

  /// What SQLite takes for a database that is in no file.
  public static let inMemory = ":memory:"

  /// Opens `path`, creating the file where it is missing.
  ///
  /// - Parameters:
  ///   - busyTimeout: How long a statement waits for another process's lock.
  ///   - isReadOnly: Whether the file must be there, and stays as it is.
  /// - Throws: ``SQLiteError``, as all of its functions do.
  public init(path: String, busyTimeout: Duration, isReadOnly: Bool = false) throws {
    // SQLite would make a file that all may read, if the folder lets them.
    if !isReadOnly, path != Self.inMemory {
      _ = try? Descriptor(path, O_RDWR | O_CREAT | O_EXCL, mode: 0o600)
    }
    var handle: OpaquePointer?
    let access =
      isReadOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    let flags = access | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
    let code = sqlite3_open_v2(path.systemPath, &handle, flags, nil)
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

  /// Replaces all that another connection's database holds by what this one's does, page by page.
  public func copy(to other: Connection) throws {
    guard let backup = sqlite3_backup_init(other.handle, "main", handle, "main")
    else { throw SQLiteError(other.handle, code: sqlite3_errcode(other.handle)) }
    sqlite3_backup_step(backup, -1)
    // Tells how the step ended, too.
    let code = sqlite3_backup_finish(backup)
    guard code == SQLITE_OK
    else { throw SQLiteError(other.handle, code: code) }
  }

  /// Runs statements that return nothing and take no values.
  public func execute(_ sql: String) throws {
    let code = sqlite3_exec(handle, sql, nil, nil, nil)
    guard code == SQLITE_OK
    else { throw SQLiteError(handle, code: code) }
  }

  /// Runs one statement to its end.
  public func run(_ sql: String, _ values: [any Bindable] = []) throws {
    let statement = try prepare(sql)
    defer { statement.reset() }
    try statement.bind(values)
    while try statement.step() {}
  }

  /// The rows of a query, each made by `row`.
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

  /// The first row of a query, or `nil` where it has none.
  @inlinable public func first<Value>(
    _ sql: String, _ values: [any Bindable] = [], row: (Row) throws -> Value
  ) throws -> Value? {
    let statement = try prepare(sql)
    defer { statement.reset() }
    try statement.bind(values)
    return try statement.step() ? try row(Row(statement: statement)) : nil
  }

  /// Runs `work` in a write transaction: all of it happens, or nothing. A transaction inside
  /// another joins it.
  ///
  /// The write lock is taken at the start: a transaction that reads first and writes later could
  /// find another process's change in between and fail in a way that waiting cannot fix.
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
      // A failed COMMIT or a full disk may have rolled back already; then this is a no-op error.
      try? execute("ROLLBACK")
      throw error
    }
  }

  /// What SQLite offers to extensions of its full-text index.
  func fullTextAPI() throws -> UnsafeMutablePointer<fts5_api> {
    let statement = try prepare("SELECT fts5(?1)")
    defer { statement.reset() }
    var api: UnsafeMutablePointer<fts5_api>?
    try withUnsafeMutablePointer(to: &api) { place in
      try statement.bind(to: place, as: "fts5_api_ptr")
      _ = try statement.step()
    }
    guard let api
    else { throw SQLiteError(code: SQLITE_ERROR, message: "SQLite has no full-text search (FTS5)") }
    return api
  }

  /// How many rows the last statement changed.
  public var changedRowCount: Int { Int(sqlite3_changes64(handle)) }

  /// The number of the row that was inserted last.
  public var lastInsertedRowID: Int64 { sqlite3_last_insert_rowid(handle) }

  @usableFromInline func prepare(_ sql: String) throws -> Statement {
    if let statement = statements[sql], !statement.isBusy { return statement }
    let statement = try Statement(sql, connection: handle)
    statements[sql] = statement
    return statement
  }
}
