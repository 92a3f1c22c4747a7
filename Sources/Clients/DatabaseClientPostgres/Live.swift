public import DatabaseClient
import DatabaseSQL

extension DatabaseClient {
  /// An existing library of a PostgreSQL database. Changes by other processes arrive within a
  /// second; ``revision`` is always `nil`. The server's files may keep deleted voices.
  public static func postgres(
    _ libraries: PostgresLibraries, library name: String
  ) -> DatabaseClient {
    live(libraries.library(name))
  }
}
