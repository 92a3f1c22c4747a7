import Glibc
public import POSIX

/// A `Mutex` for values that are stored beside it.
///
/// It is not recursive: a thread that locks it twice stops the program.
@usableFromInline
package struct Lock: ~Copyable, Sendable {
  @usableFromInline
  let mutex = Mutex<Void>(())

  @inlinable
  package init() {}

  /// Waits until the lock is free and locks it.
  @inlinable @inline(__always)
  package borrowing func lock() {
    mutex._unsafeLock()
  }

  /// Locks the lock if that is possible within a time, for code that must not wait forever. It looks
  /// every millisecond.
  package borrowing func lock(withinSeconds seconds: Int) -> Bool {
    for _ in 0..<seconds * 1_000 {
      if mutex._unsafeTryLock() { return true }
      usleep(1_000)
    }
    return false
  }

  /// Unlocks the lock, on the thread that locked it.
  @inlinable @inline(__always)
  package borrowing func unlock() {
    mutex._unsafeUnlock()
  }

  /// Runs an operation under the lock. The operation must not use the lock.
  @inlinable @inline(__always)
  package borrowing func withLock<R: ~Copyable, E: Error>(
    _ operation: () throws(E) -> R
  ) throws(E) -> R {
    lock()
    defer { unlock() }
    return try operation()
  }
}
