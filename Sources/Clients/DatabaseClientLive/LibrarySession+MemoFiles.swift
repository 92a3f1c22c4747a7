import DatabaseClient
import FileStorage
import LibraryFolder
import SharedModels

/// Memo files are written under the database's lock, so that a file is never older than its row.
extension LibrarySession {
  func didAdd(_ recordings: [Recording]) throws {
    added.all += recordings
    try writeMemoFiles(recordings)
  }

  func didChange(_ recording: Recording) throws { try writeMemoFiles([recording]) }

  func deleteAddedMemoFiles() {
    for recording in added.all {
      library.memoFiles?.delete(forAudio: recording.audio.fileName)
    }
  }

  private func writeMemoFiles(_ recordings: [Recording]) throws {
    do {
      for recording in recordings { try library.memoFiles?.write(recording) }
    } catch let error as FileStorageError {
      throw error.reason == .noSpace
        ? DatabaseError.diskFull(path: error.url.path)
        : DatabaseError.unavailable(path: library.path, detail: "\(error)")
    } catch let error as LibraryFolderError {
      throw DatabaseError.unavailable(path: library.path, detail: "\(error)")
    }
  }
}

final class AddedRecordings {
  fileprivate var all: [Recording] = []
}
