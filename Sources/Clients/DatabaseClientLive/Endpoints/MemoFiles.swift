import DatabaseClient
import FileStorage
import LibraryFolder
import SQLite
import SharedModels

extension LibraryDatabase {
  /// Writes memo files under the database's lock, so that a file is never older than its row.
  func writeWithMemoFiles<Value: Sendable>(
    _ work: (Connection) throws -> (Value, added: [Recording])
  ) throws -> Value {
    var kept: [Recording] = []
    do {
      return try write { connection in
        let (value, added) = try work(connection)
        kept = added
        try writeMemoFiles(added)
        return value
      }
    } catch {
      for recording in kept { memoFiles?.delete(forSound: recording.audio.fileName) }
      throw error
    }
  }

  func writeMemoFiles(_ recordings: [Recording]) throws {
    do {
      for recording in recordings { try memoFiles?.write(recording) }
    } catch let error as FileStorageError {
      throw error.reason == .noSpace
        ? DatabaseError.diskFull(path: error.url.path)
        : DatabaseError.unavailable(path: path, detail: "\(error)")
    } catch let error as LibraryFolderError {
      throw DatabaseError.unavailable(path: path, detail: "\(error)")
    }
  }
}
