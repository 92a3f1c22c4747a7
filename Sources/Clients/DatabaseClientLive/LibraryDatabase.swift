import ConcurrencyExtras
import DatabaseClient
import FileStorage
import Foundation
import LibraryFolder
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
  /// Whether the log has something that was forgotten.
  let owesErasure = Protected(false)
  /// The time by which leases run out.
  let now: @Sendable () -> Date
  /// Nowhere for a copy: it has no sound beside it.
  let memoFiles: MemoFiles?
  let isCopy: Bool
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
  let busyTimeout: Duration
  let maximumPageCount: Int?

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
        let version = try looker.connection?.dataVersion()
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
      let value = try connection.transaction { try work(connection) }
      finishErasure(connection)
      return value
    }
  }

  /// Closes the connection. The last one of all processes brings the write-ahead log into the file
  /// and deletes it; SQLite asks whether it is the last without waiting for the others.
  func close() async {
    watch.stop()
    // It would not be the last one while this one is there.
    looker.withLock { $0.connection = nil }
    try? await run { library in
      library.connection.withLock { connection in
        connection.map(library.finishErasure)
        connection = nil
      }
    }
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
        watch.noteOpening(try opened.dataVersion())
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
}
