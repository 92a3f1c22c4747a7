#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A lock that knows whether the running thread already holds it.
///
/// It is the C library's, and not the standard library's `Mutex`, for that knowledge, and because
/// the thread sanitizer understands it.
struct ReferenceLock: @unchecked Sendable {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>

  init() {
    mutex = .allocate(capacity: 1)
    var attributes = pthread_mutexattr_t()
    pthread_mutexattr_init(&attributes)
    pthread_mutexattr_settype(&attributes, Int32(PTHREAD_MUTEX_ERRORCHECK))
    pthread_mutex_init(mutex, &attributes)
    pthread_mutexattr_destroy(&attributes)
  }

  /// Frees the lock, which nobody may use any more.
  func destroy() {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  /// Waits until the lock is free and takes it. Returns `false`, having done nothing, when this
  /// thread holds it already.
  @inline(__always)
  func lock() -> Bool {
    pthread_mutex_lock(mutex) == 0
  }

  @inline(__always)
  func unlock() {
    pthread_mutex_unlock(mutex)
  }

  /// Runs an operation that leads to no other code under the lock.
  @inline(__always)
  func withLock<R>(_ operation: () throws -> R) rethrows -> R {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try operation()
  }
}
