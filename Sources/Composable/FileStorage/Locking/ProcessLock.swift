import ConcurrencyExtras
import Foundation

/// Keeps other processes out, by a lock on a hidden file beside the one in question.
///
/// Not on the file itself, which every write replaces by another, and not on its folder, which
/// other files' locks would share. The hidden file is empty, and stays: who removed it could have
/// it locked by two processes at once.
final class ProcessLock: Sendable {
  private let path: FilePath
  private let sidecar: FilePath
  private let descriptor = Protected<Int32>(-1)

  init(_ path: FilePath) {
    self.path = path
    sidecar = path.hiddenSibling(suffix: ".lock")
  }

  deinit { release() }

  /// Waits, with its thread, until the lock is this process's.
  func acquire() throws(FileStorageError) {
    do throws(SystemError) {
      while try !attempt(waiting: true) {}
    } catch {
      throw error.told(of: path, operation: .lock)
    }
  }

  /// Takes the lock if it is free.
  func acquireIfFree() throws(FileStorageError) -> Bool {
    do throws(SystemError) {
      return try attempt(waiting: false)
    } catch {
      if error.code == EWOULDBLOCK { return false }
      throw error.told(of: path, operation: .lock)
    }
  }

  func release() {
    descriptor.withLock {
      if $0 >= 0 { close($0) }
      $0 = -1
    }
  }

  /// - Returns: `false` when the file that was locked is no longer the one beside ours.
  private func attempt(waiting: Bool) throws(SystemError) -> Bool {
    let number = try openSidecar()
    do throws(SystemError) {
      try SystemError.check { flock(number, waiting ? LOCK_EX : LOCK_EX | LOCK_NB) }
      var locked = stat()
      try SystemError.check { fstat(number, &locked) }
      let current = try stat.at(sidecar)
      guard current?.st_ino == locked.st_ino, current?.st_dev == locked.st_dev
      else {
        close(number)
        return false
      }
    } catch {
      close(number)
      throw error
    }
    descriptor.withLock { $0 = number }
    return true
  }

  private func openSidecar() throws(SystemError) -> Int32 {
    do throws(SystemError) {
      return try SystemError.check {
        open(sidecar.string, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o666)
      }
    } catch {
      // Another user's lock file, or one on a medium that is read-only, can still be locked.
      guard error.code == EACCES || error.code == EROFS
      else { throw error }
      let number = open(sidecar.string, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
      guard number >= 0
      else { throw error }
      return number
    }
  }
}
