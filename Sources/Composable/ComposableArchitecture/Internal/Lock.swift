import Glibc

/// A lock that the thread sanitizer understands, which the standard library's `Mutex` on this
/// platform is not: reports about correct programs would hide those about wrong ones.
final class Lock: @unchecked Sendable {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>

  init() {
    mutex = .allocate(capacity: 1)
    mutex.initialize(to: pthread_mutex_t())
    pthread_mutex_init(mutex, nil)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  @inline(__always)
  func lock() {
    pthread_mutex_lock(mutex)
  }

  @inline(__always)
  func unlock() {
    pthread_mutex_unlock(mutex)
  }

  @inline(__always)
  func withLock<R>(_ operation: () throws -> R) rethrows -> R {
    lock()
    defer { unlock() }
    return try operation()
  }
}
