import ConcurrencyExtras
import DatabaseClient
import FileStorage
import Foundation
import LibraryFolder
import POSIX
import SQLite
import StoredTranscript

/// The open database of one library, shared by all endpoints of the client.
///
/// Access is serialised by a queue: statements are short, and SQLite does one thing at a time on a
/// connection anyway. The queue runs on one of Dispatch's threads, so that waiting for the disk
/// never blocks Swift's cooperative thread pool.
final class LibraryDatabase: Sendable {
  let path: String
  let changes = LibraryChanges()
  /// The jobs that were claimed through this.
  let held = Protected(HeldJobs())
  /// The time by which leases run out.
  let now: @Sendable () -> Date
  /// Nowhere for a copy: it has no sound beside it.
  let memoFiles: MemoFiles?
  private let isCopy: Bool
  private let watch: ChangeWatch
  private let queue = DispatchQueue(label: "DatabaseClientLive.LibraryDatabase", qos: .utility)
  private let connection: Protected<Connection?>
  /// Sees what all others change, the library's own connection among them.
  private let looker = Protected(Looker())

  /// What counts changes. Each connection has a count of its own, which may begin where another one
  /// was: so the connections are counted, too.
  private struct Looker {
    var connection: Connection?
    var generation = 0
  }
  private let busyTimeout: Duration
  private let maximumPageCount: Int?

  /// Does no work: the file is opened, and made where it is missing, at the first use.
  ///
  /// - Parameter isCopy: Whether to work on a copy of the file, which is gone with this.
  init(
    path: String, isCopy: Bool = false, busyTimeout: Duration, maximumPageCount: Int?,
    now: @escaping @Sendable () -> Date
  ) {
    self.now = now
    self.path = path
    self.isCopy = isCopy
    self.memoFiles =
      isCopy
      ? nil
      : MemoFiles(LibraryFolder(root: URL(fileURLWithPath: path).deletingLastPathComponent()))
    self.busyTimeout = busyTimeout
    self.maximumPageCount = maximumPageCount
    self.connection = Protected(nil)
    self.watch = ChangeWatch(queue: queue)
  }

  deinit { watch.stop() }

  /// What changes from now on. The first call starts watching the file.
  func changeStream() -> AsyncStream<LibraryChange> {
    let stream = changes.stream()
    watch.start(self)
    return stream
  }

  /// A number that is another one when anything has changed; `nil` before the library is open.
  func revision() -> Int? {
    guard !isCopy
    else { return nil }
    return looker.withLock { looker in
      do {
        if looker.connection == nil {
          looker.connection = try Connection(path: path, busyTimeout: .zero, isReadOnly: true)
          looker.generation += 1
        }
        let version = try looker.connection?.first("PRAGMA data_version") { $0.int(0) }
        return version.map { looker.generation << 32 | $0 }
      } catch {
        looker.connection = nil
        return nil
      }
    }
  }

  /// Works on the queue.
  func run<Value: Sendable>(
    _ work: @escaping @Sendable (LibraryDatabase) throws -> Value
  ) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      queue.async { continuation.resume(with: Result { try work(self) }) }
    }
  }

  /// Reads in one consistent view of the database.
  func read<Value: Sendable>(_ work: (Connection) throws -> Value) throws -> Value {
    try withConnection { connection in
      try connection.execute("BEGIN")
      defer { try? connection.execute("COMMIT") }
      return try work(connection)
    }
  }

  /// Writes in one transaction, on the disk when this returns.
  func write<Value: Sendable>(_ work: (Connection) throws -> Value) throws -> Value {
    try withConnection { connection in
      try connection.transaction { try work(connection) }
    }
  }

  /// Closes the connection. The last one of all processes brings the write-ahead log into the file
  /// and deletes it; SQLite asks whether it is the last without waiting for the others.
  func close() async {
    watch.stop()
    // It would not be the last one while this one is there.
    looker.withLock { $0.connection = nil }
    try? await run { library in library.connection.withLock { $0 = nil } }
  }

  /// Runs a long read on its own connection and thread: no other call waits for it.
  ///
  /// - Parameter file: What errors are about; `nil` for the library's file.
  func readAside<Value: Sendable>(
    about file: String? = nil, _ work: @escaping @Sendable (Connection) throws -> Value
  ) async throws -> Value {
    // The connection that writes makes the library, and migrates it to this version.
    try await run { try $0.read { _ in } }
    return try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global(qos: .utility).async {
        continuation.resume(
          with: Result {
            try self.explaining(about: file) {
              let connection = try Connection(path: self.path, busyTimeout: self.busyTimeout)
              try connection.execute("PRAGMA temp_store = MEMORY; BEGIN")
              // The connection's end is the transaction's.
              return try work(connection)
            }
          })
      }
    }
  }

  /// Uses the library's connection, without a transaction.
  func withConnection<Value: Sendable>(
    _ work: (Connection) throws -> Value
  ) throws -> Value {
    try explaining {
      try connection.withLock { connection in
        if let connection { return try work(connection) }
        let opened: Connection
        do {
          opened = try open()
        } catch let error as SQLiteError where error.isForLackOfSpace {
          // Kept for this work only: meanwhile nobody else gets in.
          return try work(openAlone())
        }
        connection = opened
        return try work(opened)
      }
    }
  }

  /// Turns SQLite's errors into those of the client.
  private func explaining<Value>(
    about file: String? = nil, _ work: () throws -> Value
  ) throws -> Value {
    let path = file ?? path
    do {
      return try work()
    } catch let error as SQLiteError {
      throw DatabaseError(error, path: path)
    } catch {
      throw ColumnError.detail(error).map { DatabaseError.corrupt(path: path, detail: $0) } ?? error
    }
  }

  /// Opens a library that is there on a disk that is full: SQLite then needs no file for what
  /// processes share, and so none can share it.
  private func openAlone() throws -> Connection {
    let connection = try Connection(path: path, busyTimeout: busyTimeout)
    try connection.execute("PRAGMA locking_mode = EXCLUSIVE")
    try prepare(connection)
    return connection
  }

  private func open() throws -> Connection {
    if isCopy { return try openCopy() }
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
    do {
      try LibraryFolder.make(folder)
    } catch {
      throw DatabaseError.unavailable(path: path, detail: "its folder cannot be made")
    }
    let connection = try Connection(path: path, busyTimeout: busyTimeout)
    try prepare(connection)
    return connection
  }

  private func prepare(_ connection: Connection) throws {
    try useWriteAheadLog(connection)
    // FULL: once a commit returns it survives a power cut, not only the end of this process.
    try connection.execute(
      """
      PRAGMA synchronous = FULL;
      PRAGMA foreign_keys = ON;
      PRAGMA temp_store = MEMORY;
      """)
    if let maximumPageCount {
      try connection.execute("PRAGMA max_page_count = \(maximumPageCount)")
    }
    try migrate(connection)
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
      for migration in Migrations.all[version...] { try connection.execute(migration) }
      try connection.execute("PRAGMA user_version = \(Migrations.newest)")
    }
  }

  private func version(of connection: Connection) throws -> Int {
    try connection.first("PRAGMA user_version") { $0.int(0) } ?? 0
  }
}

extension DatabaseError {
  /// What the system says of a file beside the database.
  init(_ error: SystemError, path: String) {
    self =
      error.isForLackOfSpace
      ? .diskFull(path: path) : .unavailable(path: path, detail: error.reason)
  }

  init(_ error: SQLiteError, path: String) {
    self =
      if error.isForLackOfSpace {
        .diskFull(path: path)
      } else if error.isBusy {
        .busy(path: path)
      } else if error.isDamage {
        .corrupt(path: path, detail: error.message)
      } else {
        .unavailable(path: path, detail: error.explanation)
      }
  }
}

extension LibraryDatabase {
  /// A connection of its own reads: no other call waits for it, and it waits for none that writes.
  func snapshot(to url: URL) async throws {
    try await readAside(about: url.path) { connection in
      // The transaction's view of the file begins with the first read.
      _ = try connection.first("PRAGMA user_version") { $0.int(0) }
      try connection.copy(to: try Self.newFile(url, "synchronous = OFF", "journal_mode = OFF"))
      // The log is a property of the file. This one is to be one file wherever it is opened.
      _ = try Self.newFile(url, "journal_mode = DELETE")
      do throws(SystemError) {
        try Descriptor(url.path, O_RDONLY).sync()
      } catch {
        throw DatabaseError(error, path: url.path)
      }
    }
  }

  private static func newFile(_ url: URL, _ pragmas: String...) throws -> Connection {
    let file = try Connection(path: url.path, busyTimeout: .zero)
    for pragma in pragmas { try file.execute("PRAGMA \(pragma)") }
    return file
  }

  func integrityProblems() throws -> [String] {
    try read { connection in
      let damage = try connection.query("PRAGMA integrity_check") { $0.text(0) }
        .filter { $0 != "ok" }
      let orphans = try connection.query("PRAGMA foreign_key_check") {
        "a row of '\($0.text(0))' refers to a row of '\($0.text(2))' that is not there"
      }
      return damage + orphans
    }
  }
}
