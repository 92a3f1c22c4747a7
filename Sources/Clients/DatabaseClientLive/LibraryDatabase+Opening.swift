import DatabaseClient
import Foundation
import LibraryFolder
import POSIX
import SQLite
import SharedModels

extension Connection {
  func defineFolded() throws { try define("folded") { $0.caseFolded } }
}

extension LibraryDatabase {
  func checkFile() throws {
    guard !isCopy, !fileExists(path)
    else { return }
    let files = (try? names(in: folder.audio.path)) ?? []
    if files.contains(where: { !$0.hasPrefix(".") }) { throw DatabaseError.missing(path: path) }
  }

  /// For a full disk: an exclusive lock needs no shared-memory file, but keeps other processes out.
  func openExclusively() throws -> Connection {
    let connection = try Connection(path: path, busyTimeout: busyTimeout)
    try connection.execute("PRAGMA locking_mode = EXCLUSIVE")
    try prepare(connection)
    return connection
  }

  func open() throws -> Connection {
    if isCopy { return try openCopy() }
    let isReadOnly = fileExists(path) && !isWritable(folder.root.path)
    self.isReadOnly.withLock { $0 = isReadOnly }
    if isReadOnly { return try openReadOnly() }
    do throws(LibraryFolderError) {
      try LibraryFolder.make(folder.root)
    } catch {
      throw DatabaseError.unavailable(path: path, detail: "its folder \(error.detail)")
    }
    try checkVersionInLog()
    let connection = try Connection(path: path, busyTimeout: busyTimeout)
    try prepare(connection)
    return connection
  }

  /// Read-only: the last writable connection to close moves the log of any version into the file.
  private func checkVersionInLog() throws {
    guard fileExists(path), fileExists("\(path)-wal")
    else { return }
    _ = try supportedVersion(
      of: Connection(path: path, busyTimeout: busyTimeout, isReadOnly: true))
  }

  private func prepare(_ connection: Connection) throws {
    try connection.defineFolded()
    _ = try supportedVersion(of: connection)
    try useWriteAheadLog(connection)
    // FULL: a commit survives a power failure. Deleted data is personal, so it's overwritten.
    try connection.execute(
      """
      PRAGMA synchronous = FULL;
      PRAGMA foreign_keys = ON;
      PRAGMA temp_store = MEMORY;
      PRAGMA secure_delete = ON;
      """)
    if let maximumPageCount {
      try connection.execute("PRAGMA max_page_count = \(maximumPageCount)")
    }
    try migrate(connection)
    let isPending = try connection.hasPendingErasure()
    hasPendingErasure.withLock { $0 = isPending }
    finishErasure(connection)
  }

  private func openReadOnly() throws -> Connection {
    let file = try sharedReadOnly() ?? Connection(unchanging: path)
    guard try supportedVersion(of: file) == Migrations.newest
    else { return try migratedCopy(of: file) }
    try file.defineFolded()
    try file.execute("PRAGMA temp_store = MEMORY")
    return file
  }

  /// A connection with locks, since other users may be able to write to the folder. `nil` if no
  /// program has the library open: SQLite would have to create the log's shared memory.
  private func sharedReadOnly() throws -> Connection? {
    let file = try Connection(path: path, busyTimeout: busyTimeout, isReadOnly: true)
    do {
      _ = try supportedVersion(of: file)
      return file
    } catch let error as SQLiteError where !error.isBusy {
      return nil
    }
  }

  func openAnother() throws -> Connection {
    if isReadOnly.withLock(\.self) { return try openReadOnly() }
    let connection = try Connection(path: path, busyTimeout: busyTimeout)
    try connection.defineFolded()
    try connection.execute("PRAGMA temp_store = MEMORY")
    return connection
  }

  private func openCopy() throws -> Connection {
    try migratedCopy(of: Connection(path: path, busyTimeout: busyTimeout, isReadOnly: true))
  }

  private func migratedCopy(of file: Connection) throws -> Connection {
    // With an empty path, SQLite uses an unnamed file, which leaves no trace after a crash.
    let copy = try Connection(path: "", busyTimeout: busyTimeout)
    try copy.defineFolded()
    try file.copy(to: copy)
    try copy.execute("PRAGMA synchronous = OFF; PRAGMA foreign_keys = ON")
    try migrate(copy)
    return copy
  }

  /// SQLite ignores the timeout for some of the processes that open a new library at once.
  private func useWriteAheadLog(_ connection: Connection) throws {
    let deadline = ContinuousClock.now + busyTimeout
    while true {
      do {
        return try connection.execute("PRAGMA journal_mode = WAL")
      } catch let error as SQLiteError
        where error.isBusy && ContinuousClock.now < deadline
      {
        usleep(10_000)
      }
    }
  }

  private func migrate(_ connection: Connection) throws {
    guard try supportedVersion(of: connection) != Migrations.newest
    else { return }
    try connection.transaction {
      // Another process may have migrated while this one waited for the lock.
      for migration in Migrations.all[try supportedVersion(of: connection)...] {
        try migration.run(connection)
      }
      try connection.execute("PRAGMA user_version = \(Migrations.newest)")
    }
  }

  func supportedVersion(of connection: Connection) throws -> Int {
    let version = try connection.first(sql: "PRAGMA user_version") { $0.int("user_version") } ?? 0
    guard version <= Migrations.newest
    else {
      throw DatabaseError.newerVersion(path: path, found: version, supported: Migrations.newest)
    }
    guard version >= 0
    else {
      throw DatabaseError.corrupt(path: path, detail: "invalid format version \(version)")
    }
    return version
  }
}
