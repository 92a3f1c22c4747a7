import Foundation
import POSIX

/// Excludes other processes by a lock on a hidden file next to the locked one.
///
/// Not on the file itself, which every write replaces by another, and not on its folder, which
/// other files' locks would share. The hidden file is empty, and stays: if it
/// were removed, two processes could hold the lock at once.
struct ProcessLock {
  private let path: FilePath
  private let sidecar: FilePath

  init(_ path: FilePath) {
    self.path = path
    sidecar = path.hiddenSibling(suffix: ".lock")
  }

  /// Waits, with its thread, until the lock is this process's.
  func withLock<T>(_ body: () throws -> T) throws -> T {
    var file = try openSidecar()
    while try !isLocked(file) { file = try openSidecar() }
    defer { file.unlock() }
    return try body()
  }

  /// Waits for the lock of an open file.
  ///
  /// - Returns: `false` if the file has been replaced.
  private func isLocked(_ file: borrowing Descriptor) throws(FileStorageError) -> Bool {
    try path.telling(of: .lock) {
      try file.lock(.exclusive)
      let (locked, current) = (try file.status(), try stat.at(sidecar))
      return current?.st_ino == locked.st_ino && current?.st_dev == locked.st_dev
    }
  }

  private func openSidecar() throws(FileStorageError) -> Descriptor {
    do throws(SystemError) {
      return try Descriptor(sidecar.string, O_RDWR | O_CREAT | O_NOFOLLOW, mode: 0o666)
    } catch {
      // Another user's lock file, or one on a medium that is read-only, can still be locked.
      guard error.code == EACCES || error.code == EROFS,
        let file = try? Descriptor(sidecar.string, O_RDONLY | O_NOFOLLOW)
      else { throw FileStorageError(errno: error.code, operation: .lock, path: path.string) }
      return file
    }
  }
}
