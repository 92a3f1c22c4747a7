import Foundation
import POSIX

/// Excludes other processes by a lock on a hidden file next to the locked one.
///
/// Not on the file itself, which every write replaces by another, and not on its folder, which
/// other files' locks would share. The hidden file is empty, and stays: if it
/// were removed, two processes could hold the lock at once.
final class ProcessLock: Sendable {
  private let path: FilePath
  private let sidecar: FilePath
  private let held = Mutex<Descriptor?>(nil)

  init(_ path: FilePath) {
    self.path = path
    sidecar = path.hiddenSibling(suffix: ".lock")
  }

  /// Waits, with its thread, until the lock is this process's.
  func acquire() throws(FileStorageError) {
    try path.telling(of: .lock) {
      while try !attempt(waiting: true) {}
    }
  }

  /// Takes the lock if it is free.
  func acquireIfFree() throws(FileStorageError) -> Bool {
    try path.telling(of: .lock) { try attempt(waiting: false) }
  }

  func release() {
    held.withLock { file in
      if let taken = file.take() { taken.unlock() }
    }
  }

  /// - Returns: `false` if another process has the lock, or if the locked file has been replaced.
  private func attempt(waiting: Bool) throws(SystemError) -> Bool {
    let file = try openSidecar()
    if waiting {
      try file.lock(.exclusive)
    } else if try !file.lockIfFree(.exclusive) {
      return false
    }
    let (locked, current) = (try file.status(), try stat.at(sidecar))
    guard current?.st_ino == locked.st_ino, current?.st_dev == locked.st_dev
    else { return false }
    var taken = Optional(file)
    held.withLock { $0 = taken.take() }
    return true
  }

  private func openSidecar() throws(SystemError) -> Descriptor {
    do throws(SystemError) {
      return try Descriptor(sidecar.string, O_RDWR | O_CREAT | O_NOFOLLOW, mode: 0o666)
    } catch {
      // Another user's lock file, or one on a medium that is read-only, can still be locked.
      guard error.code == EACCES || error.code == EROFS,
        let file = try? Descriptor(sidecar.string, O_RDONLY | O_NOFOLLOW)
      else { throw error }
      return file
    }
  }
}
