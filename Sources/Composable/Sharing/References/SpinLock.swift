#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif
import Synchronization

/// A lock for a few instructions, which lead to no other code: half the price of one that can wait.
struct SpinLock: ~Copyable, Sendable {
  private let isLocked = Atomic(false)

  @inline(__always)
  borrowing func withLock<R>(_ operation: () -> R) -> R {
    while isLocked.exchange(true, ordering: .acquiring) { sched_yield() }
    defer { isLocked.store(false, ordering: .releasing) }
    return operation()
  }
}
