#if canImport(Glibc)
  public import Glibc
#elseif canImport(Musl)
  public import Musl
#else
  public import Darwin
#endif
public import Synchronization

/// A lock that knows which thread holds it.
///
/// It is one word. Without contention, locking and unlocking are an atomic instruction each, and a
/// thread that has to wait sleeps. It stands for the standard library's `Mutex`, which
/// the thread sanitizer does not understand on this platform: it would report programs that are
/// right, and those reports would hide the ones about programs that are not.
@usableFromInline
package struct Lock: ~Copyable, Sendable {
  /// Zero, or the thread that holds the lock. The lowest bit says that others may be waiting.
  @usableFromInline
  let holder = Atomic<UInt>(0)

  @inlinable
  package init() {}

  /// Waits until the lock is free and locks it. A thread that holds it already must not.
  @inlinable @inline(__always)
  package borrowing func lock() {
    guard !lockUnlessHeld()
    else { return }
    preconditionFailure("A thread waits for a lock that it holds.")
  }

  /// Waits until the lock is free and locks it. Returns `false`, having done nothing, when this
  /// thread holds it already.
  @inlinable @inline(__always)
  package borrowing func lockUnlessHeld() -> Bool {
    let thread = Self.currentThread
    if holder.compareExchange(
      expected: 0, desired: thread, successOrdering: .acquiring, failureOrdering: .relaxed
    ).exchanged {
      return true
    }
    return wait(as: thread)
  }

  /// Locks the lock if that is possible in so many seconds. Returns whether it is locked now; it is
  /// not where this thread holds it already.
  ///
  /// For what must not wait forever, and may be late: it looks every millisecond.
  package borrowing func lock(withinSeconds seconds: Int) -> Bool {
    let thread = Self.currentThread
    guard holder.load(ordering: .relaxed) & ~1 != thread
    else { return false }
    for _ in 0..<seconds * 1_000 {
      if take(as: thread) { return true }
      usleep(1_000)
    }
    return false
  }

  /// Unlocks the lock, which this thread holds.
  @inlinable @inline(__always)
  package borrowing func unlock() {
    if holder.exchange(0, ordering: .releasing) & 1 != 0 { wake() }
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

  @inlinable @inline(__always)
  static var currentThread: UInt {
    #if canImport(Darwin)
      UInt(bitPattern: pthread_self())
    #else
      UInt(pthread_self())
    #endif
  }

  @usableFromInline @inline(never)
  borrowing func wait(as thread: UInt) -> Bool {
    guard holder.load(ordering: .relaxed) & ~1 != thread
    else { return false }
    // Most locks are held for a few instructions, which is less than it takes to fall asleep.
    for _ in 0..<50 where holder.load(ordering: .relaxed) == 0 {
      if take(as: thread) { return true }
    }
    waiters.lock()
    defer { waiters.unlock() }
    while true {
      let current = holder.load(ordering: .relaxed)
      if current == 0 {
        // Others may still wait, so that the unlocking thread has to look.
        if take(as: thread | 1) { return true }
      } else if current & 1 != 0 || mark(current) {
        // The unlocking thread locks the waiters before it wakes them, so no call is missed.
        waiters.wait()
      }
    }
  }

  private borrowing func take(as desired: UInt) -> Bool {
    holder.compareExchange(
      expected: 0, desired: desired, successOrdering: .acquiring, failureOrdering: .relaxed
    ).exchanged
  }

  private borrowing func mark(_ current: UInt) -> Bool {
    holder.compareExchange(expected: current, desired: current | 1, ordering: .relaxed).exchanged
  }

  /// Touches nothing of the lock, which may have ended as soon as another thread could take it.
  @usableFromInline @inline(never)
  borrowing func wake() {
    waiters.lock()
    waiters.wakeAll()
    waiters.unlock()
  }
}

/// The threads that wait for any lock. They share one condition, because waiting is rare.
private let waiters = LockWaiters()

private final class LockWaiters: @unchecked Sendable {
  // Unchecked for the pointers, which are never changed, and point to what is made for threads.
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  init() {
    mutex.initialize(to: pthread_mutex_t())
    pthread_mutex_init(mutex, nil)
    condition.initialize(to: pthread_cond_t())
    pthread_cond_init(condition, nil)
  }

  func lock() { pthread_mutex_lock(mutex) }
  func unlock() { pthread_mutex_unlock(mutex) }
  func wait() { pthread_cond_wait(condition, mutex) }
  func wakeAll() { pthread_cond_broadcast(condition) }
}
