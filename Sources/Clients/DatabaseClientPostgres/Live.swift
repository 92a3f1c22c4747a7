public import DatabaseClient
import DatabaseSQL
import Foundation

extension DatabaseClient {
  /// An existing library. Changes by others arrive within a second; ``revision`` is always `nil`.
  public static func postgres(
    _ libraries: PostgresLibraries, library name: String
  ) -> DatabaseClient {
    let library = libraries.library(name)
    var client = live(library)
    client.serverDate = { try await library.currentDate() }
    return client
  }
}
