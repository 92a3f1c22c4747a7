import DatabaseClient
import FileStorage
import LibraryFolder
import SharedModels

extension LibraryDatabase {
  /// Writes memo files under the database's lock, so that a file is never older than its row.
  func writeWithMemoFiles<Value: Sendable>(
    _ work: (LibrarySession) throws -> (Value, added: [Recording])
  ) throws -> Value {
    var kept: [Recording] = []
    do {
      return try write { session in
        let (value, added) = try work(session)
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
