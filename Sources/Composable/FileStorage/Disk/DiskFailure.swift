import Foundation
import POSIX

/// What can go wrong with a file on disk besides what the system says in a `SystemError`.
enum DiskFailure: Error {
  /// Something that ``FileStorageError`` has a word for.
  case known(FileStorageError.Reason)
  /// The file was replaced by one with that stamp, but its folder could not be synced.
  case unsynced(SystemError, written: FileStamp)
}

extension FilePath {
  /// Does work, and tells of its failure as one to do something with the file at this path.
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
