import DatabaseClient
public import Foundation
import LibraryFolder
import POSIX

/// Shared by imports and the emptying of the trash. A recovery, which adopts audio, excludes both.
public final class ImportLock: Sendable {
  public enum Mode: Sendable {
    case exclusive, shared
  }

  private let file: Descriptor

  /// `nil` if taken. Throws `LibraryFolderError`, and `DatabaseError` if the disk can't be locked.
  public convenience init?(_ mode: Mode, in folder: URL) throws {
    try self.init(in: folder) { file throws(SystemError) in
      try file.lockIfFree(mode == .exclusive ? .exclusive : .shared)
    }
  }

  init?(in folder: URL, lock: (borrowing Descriptor) throws(SystemError) -> Bool) throws {
    try LibraryFolder.make(folder)
    let path = folder.appendingPathComponent(".import.lock").path
    let file: Descriptor
    do throws(SystemError) {
      file = try Descriptor(path, O_RDWR | O_CREAT, mode: 0o600)
    } catch {
      guard [EACCES, EROFS].contains(error.code)
      else { throw LibraryFolderError(path: folder.path) }
      throw DatabaseError.readOnly(path: folder.path)
    }
    do throws(SystemError) {
      guard try lock(file)
      else { return nil }
    } catch {
      throw DatabaseError.unavailable(
        path: folder.path, detail: "its file system does not support locks (\(error.reason))")
    }
    self.file = file
  }

  deinit {
    file.unlock()
  }
}
