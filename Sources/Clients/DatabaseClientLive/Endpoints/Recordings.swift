import DatabaseClient
import Foundation
import SharedModels

extension LibraryDatabase {
  func deletePermanently(
    _ ids: [Recording.ID], freeing remove: @escaping @Sendable (Recording) -> Void
  ) async throws -> [Recording] {
    try await run { library in
      do {
        return try library.write { session in
          for id in ids { try session.trashed(id).map(remove) }
          return try session.deletePermanently(ids)
        }
      } catch DatabaseError.diskFull {
        // One at a time they need less space, and deleting their files freed some.
        return try ids.flatMap { id in
          try library.writeOnFullDisk { try $0.deletePermanently([id]) }
        }
      }
    }
  }
}

extension LibrarySession {
  func recordingIDs(startingWith prefix: String) throws -> [Recording.ID] {
    let prefix = prefix.lowercased()
    guard !prefix.isEmpty, prefix.allSatisfy({ $0.isHexDigit || $0 == "-" })
    else { return [] }
    return try query(
      """
      SELECT id FROM recordings WHERE id >= \(prefix) AND id < \("\(prefix)g") ORDER BY id LIMIT 10
      """
    ) { try $0.id("id") }
  }
}
