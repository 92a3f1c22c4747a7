import DatabaseClient
import Foundation
import LibraryFolder
import POSIX
import SQLite

extension LibraryDatabase {
  /// Opens a library that is there on a disk that is full: SQLite then needs no file for what
  /// processes share, and so none can share it.
  func openAlone() throws -> Connection {
    let connection = try Connection(path: path, busyTimeout: busyTimeout)
    try connection.execute("PRAGMA locking_mode = EXCLUSIVE")
    try prepare(connection)
    return connection
  }

  func open() throws -> Connection {
    if isCopy { return try openCopy() }
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
    do {
      try LibraryFolder.make(folder)
    } catch {
      throw DatabaseError.unavailable(path: path, detail: "its folder cannot be created")
    }
    let connection = try Connection(path: path, busyTimeout: busyTimeout)
    try prepare(connection)
    return connection
  }

  private func prepare(_ connection: Connection) throws {
    try useWriteAheadLog(connection)
    // FULL: once a commit returns it survives a power cut, not only the end of this process. What is
    // deleted is overwritten: how somebody sounds is personal data, and so is what they say.
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
    let owes = try connection.owesErasure()
    owesErasure.withLock { $0 = owes }
    finishErasure(connection)
  }

  private func openCopy() throws -> Connection {
    let file = try Connection(path: path, busyTimeout: busyTimeout, isReadOnly: true)
    // SQLite takes a path of nothing for a file that has no name, which a crash leaves no trace of.
    let copy = try Connection(path: "", busyTimeout: busyTimeout)
    try file.copy(to: copy)
    try copy.execute("PRAGMA synchronous = OFF; PRAGMA foreign_keys = ON")
    try migrate(copy)
    return copy
  }

  /// Of processes that open a new library at the same moment, SQLite tells some at once, without
  /// the waiting that was asked of it, that another changes the journal.
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
    guard try version(of: connection) != Migrations.newest
    else { return }
    try connection.transaction {
      // Another process may have migrated while this one waited for the lock.
      let version = try version(of: connection)
      guard version <= Migrations.newest
      else {
        throw DatabaseError.newerVersion(
          path: path, found: version, supported: Migrations.newest)
      }
      guard version >= 0
      else {
        throw DatabaseError.corrupt(path: path, detail: "invalid format version \(version)")
      }
      for migration in Migrations.all[version...] { try migration.run(connection) }
      try connection.execute("PRAGMA user_version = \(Migrations.newest)")
    }
  }

  private func version(of connection: Connection) throws -> Int {
    try connection.first("PRAGMA user_version") { $0.int(0) } ?? 0
  }
}
