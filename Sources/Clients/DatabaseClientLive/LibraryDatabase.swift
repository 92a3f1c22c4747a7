import DatabaseClient
import DatabaseSQL
import Foundation
import LibraryFolder
import POSIX
import SQLite

/// Serializes access on a Dispatch queue: waiting for the disk must not block Swift's threads.
final class LibraryDatabase: SQLLibrary {
  let path: String
  let folder: LibraryFolder
  let changes = LibraryChanges()
  private let held = Mutex(ClaimedJobs())
  let hasPendingErasure = Mutex(false)
  let isReadOnly = Mutex(false)
  let now: @Sendable () -> Date
  let memoFiles: MemoFiles?
  let isCopy: Bool
  private let watch: ChangeWatch
  private let queue = DispatchQueue(label: "DatabaseClientLive.LibraryDatabase", qos: .utility)
  private let connection: Mutex<Connection?>
  private let versionReader = Mutex(VersionReader())

  /// Two connections may have equal version numbers, so connections are counted, too.
  private struct VersionReader {
    var connection: Connection?
    var generation = 0
  }
  let busyTimeout: Duration
  let maximumPageCount: Int?

  /// Opens or creates the file on first use. A copy is discarded with this object.
  init(
    path: String, isCopy: Bool = false, busyTimeout: Duration, maximumPageCount: Int?,
    now: @escaping @Sendable () -> Date
  ) {
    self.now = now
    self.path = path
    self.isCopy = isCopy
    self.folder = LibraryFolder(root: URL(fileURLWithPath: path).deletingLastPathComponent())
    self.memoFiles = isCopy ? nil : MemoFiles(folder)
    self.busyTimeout = busyTimeout
    self.maximumPageCount = maximumPageCount
    self.connection = Mutex(nil)
    self.watch = ChangeWatch(queue: queue)
  }

  deinit { watch.stop() }

  var id: String { "file:\(path)" }

  func changeStream() -> AsyncStream<LibraryChange> {
    let stream = changes.stream()
    watch.start(self)
    return stream
  }

  func revision() -> Int? {
    guard !isCopy
    else { return nil }
    return versionReader.withLock { versionReader in
      do {
        if versionReader.connection == nil {
          versionReader.connection = try Connection(
            path: path, busyTimeout: .zero, isReadOnly: true)
          versionReader.generation += 1
        }
        let version = try versionReader.connection?.dataVersion()
        return version.map { versionReader.generation << 32 | $0 }
      } catch {
        versionReader.connection = nil
        return nil
      }
    }
  }

  func run<Value: Sendable>(
    _ work: @escaping @Sendable (LibraryDatabase) throws -> Value
  ) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      queue.async { continuation.resume(with: Result { try work(self) }) }
    }
  }

  func withHeldJobs<Value: Sendable>(
    _ body: (inout ClaimedJobs) throws -> Value
  ) rethrows -> Value {
    try held.withLock { try body(&$0) }
  }

  func read<Value: Sendable>(
    for purpose: ReadPurpose, _ work: @escaping @Sendable (LibrarySession) throws -> Value
  ) async throws -> Value {
    purpose == .statistics
      ? try await readConcurrently(work) : try await run { try $0.read(work) }
  }

  func write<Value: Sendable>(
    notifying: Bool, _ work: @escaping @Sendable (LibrarySession) throws -> Value
  ) async throws -> Value {
    try await run { try $0.write(work) }
  }

  func writeOnFullDisk<Value: Sendable>(
    _ work: @escaping @Sendable (LibrarySession) throws -> Value
  ) async throws -> Value {
    try await run { try $0.writeOnFullDisk(work) }
  }

  func read<Value: Sendable>(_ work: (LibrarySession) throws -> Value) throws -> Value {
    try withConnection { connection in
      try connection.execute("BEGIN")
      defer { try? connection.execute("COMMIT") }
      return try work(LibrarySession(connection, in: self))
    }
  }

  func write<Value: Sendable>(_ work: (LibrarySession) throws -> Value) throws -> Value {
    try withConnection { connection in
      let value = try transaction(on: connection, work)
      finishErasure(connection)
      return value
    }
  }

  func writeOnFullDisk<Value: Sendable>(
    _ work: (LibrarySession) throws -> Value
  ) throws -> Value {
    do {
      return try write(work)
    } catch let error as DatabaseError {
      guard case .diskFull = error, (try? removeFile(folder.reserve.path)) != nil
      else { throw error }
      return try write(work)
    }
  }

  func transaction<Value>(
    on connection: Connection, _ work: (LibrarySession) throws -> Value
  ) throws -> Value {
    // A migrated copy could be changed, in vain.
    if isReadOnly.withLock(\.self) { throw DatabaseError.readOnly(path: path) }
    let session = LibrarySession(connection, in: self)
    do {
      return try connection.transaction {
        // A newer program may have migrated the library since it was opened.
        _ = try supportedVersion(of: connection)
        return try work(session)
      }
    } catch {
      session.deleteAddedMemoFiles()
      throw error
    }
  }

  /// The last connection of all processes moves the write-ahead log into the file.
  func close() async {
    watch.stop()
    // While open, it would keep the main connection from being the last.
    versionReader.withLock { $0.connection = nil }
    try? await run { library in
      library.connection.withLock { connection in
        connection.map(library.finishErasure)
        connection = nil
      }
    }
  }

  /// Runs a long read on its own connection and thread, so that no other call waits for it.
  func readConcurrently<Value: Sendable>(
    about file: String? = nil, _ work: @escaping @Sendable (LibrarySession) throws -> Value
  ) async throws -> Value {
    // The main connection creates and migrates the library.
    try await run { try $0.read { _ in } }
    return try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global(qos: .utility).async {
        continuation.resume(
          with: Result {
            try self.explaining(about: file) {
              let connection = try self.openAnother()
              try connection.execute("BEGIN")
              return try work(LibrarySession(connection, in: self))
            }
          })
      }
    }
  }

  func withConnection<Value: Sendable>(
    _ work: (Connection) throws -> Value
  ) throws -> Value {
    try explaining {
      try connection.withLock { connection in
        if let connection { return try work(connection) }
        let opened: Connection
        do {
          opened = try open()
        } catch let error as SQLiteError where error.isOutOfSpace {
          // Not stored, since it locks everyone else out.
          return try work(openExclusively())
        }
        watch.noteOpening(try opened.dataVersion())
        connection = opened
        return try work(opened)
      }
    }
  }

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
