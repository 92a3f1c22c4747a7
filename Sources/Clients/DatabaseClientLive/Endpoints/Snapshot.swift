import DatabaseClient
import Foundation
import POSIX
import SQLite

extension LibraryDatabase {
  /// Uses its own connection: no call waits for it, and it waits for no writer.
  func snapshot(to url: URL) async throws {
    try await readConcurrently(about: url.path) { session in
      // The first read fixes the transaction's view of the file.
      _ = try session.first("PRAGMA user_version") { $0.int("user_version") }
      try session.connection.copy(
        to: try Self.newFile(url, "synchronous = OFF", "journal_mode = OFF"))
      // The file stores its journal mode. This one must stay a single file wherever it is opened.
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
}

extension LibrarySession {
  func integrityProblems() throws -> [String] {
    let damage = try query("PRAGMA integrity_check") { $0.text("integrity_check") }
      .filter { $0 != "ok" }
    let orphans = try query("PRAGMA foreign_key_check") {
      "a row in '\($0.text("table"))' refers to a missing row in '\($0.text("parent"))'"
    }
    return damage + orphans
  }
}
