import DatabaseClient
import DatabaseSQL

extension PostgresLibraries {
  func settings(of library: String) async throws -> LibrarySettings? {
    try await self.library(library).read(for: .request) { session in
      try session.first(
        "SELECT revision, settings FROM library_settings WHERE library = $1"
      ) { row in
        LibrarySettings(
          revision: row.int("revision"),
          values: try Coding.decode([String: String].self, row.text("settings")))
      }
    }
  }

  func setSettings(
    of library: String, _ values: [String: String], replacing revision: Int?
  ) async throws -> Bool {
    let text = try Coding.encode(values)
    return try await self.library(library).write(notifying: false) { session in
      guard let revision
      else {
        return try session.run(
          """
          INSERT INTO library_settings (library, revision, settings) VALUES ($1, 1, \(text))
          ON CONFLICT DO NOTHING
          """) == 1
      }
      return try session.run(
        """
        UPDATE library_settings SET settings = \(text), revision = revision + 1
        WHERE library = $1 AND revision = \(revision)
        """) == 1
    }
  }
}
