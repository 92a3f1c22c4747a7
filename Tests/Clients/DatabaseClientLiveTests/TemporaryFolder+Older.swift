import Foundation
import SQLite
import TestLibraries
import Testing

@testable import DatabaseClientLive

extension TemporaryFolder {
  /// The library in ``database`` as a version had it that did not know something yet.
  ///
  /// - Parameter name: What stands in the step that the version had not taken.
  func olderLibrary(without name: String) throws -> URL {
    let old = url.appendingPathComponent("old.sqlite")
    let steps = Array(Migrations.all.prefix { !$0.sql.contains(name) })
    try #require(steps.count < Migrations.newest)
    let connection = try Connection(path: old.path, busyTimeout: .zero)
    for step in steps { try step.run(connection) }
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
    try connection.execute("DETACH new; PRAGMA user_version = \(steps.count)")
    return old
  }
}
