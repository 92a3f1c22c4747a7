import Foundation
import POSIX

/// File errors that `SystemError` doesn't cover.
enum DiskFailure: Error {
  /// Something that ``FileStorageError`` has a word for.
  case known(FileStorageError.Reason)
  /// The file was replaced by one with that stamp, but its folder could not be synced.
  case unsynced(SystemError, written: FileStamp)
}

extension FilePath {
  /// Runs work, and reports its error for the file at this path.
  func telling<Value>(
    of operation: FileStorageError.Operation, _ work: () throws -> Value
  ) throws(FileStorageError) -> Value {
    do {
      return try work()
    } catch DiskFailure.known(let reason) {
      throw FileStorageError(reason, operation: operation, url: URL(fileURLWithPath: string))
    } catch DiskFailure.unsynced(let error, let stamp) {
      throw FileStorageError(
        errno: error.code, operation: operation, path: string, written: stamp)
    } catch {
      let code = (error as? SystemError)?.code ?? EIO
      throw FileStorageError(errno: code, operation: operation, path: string)
    }
  }
}
