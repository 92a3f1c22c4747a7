import Foundation
import SQLite
import TestLibraries
import Testing

@testable import DatabaseClientLive

extension TemporaryFolder {
  /// Returns a copy of the library in ``database`` with the schema of an older version.
  ///
  /// - Parameter name: Text in the first migration that the older version lacks.
  func olderLibrary(without name: String) throws -> URL {
    let old = url.appendingPathComponent("old.sqlite")
    let migrations = Array(Migrations.all.prefix { !$0.sql.contains(name) })
    try #require(migrations.count < Migrations.newest)
    let connection = try Connection(path: old.path, busyTimeout: .zero)
    for migration in migrations { try migration.run(connection) }
    try connection.execute("ATTACH '\(database.path)' AS new")
    let tables = [
      "recordings", "texts", "transcriptions", "segments", "jobs", "speakers", "voices",
    ]
    for table in tables {
      let columns = try connection.query(
        "SELECT name FROM pragma_table_info(?, 'main')", [table]
      ) { $0.text(0) }.joined(separator: ", ")
      guard !columns.isEmpty
      else { continue }
      try connection.execute(
        "INSERT INTO main.\(table) (\(columns)) SELECT \(columns) FROM new.\(table)")
    }
    try connection.execute("DETACH new; PRAGMA user_version = \(migrations.count)")
    return old
  }
}
