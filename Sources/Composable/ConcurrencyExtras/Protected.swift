/// A value that is read and changed under a lock only.
///
/// This is the package's one lock. It is used where the standard library's `Mutex` could be, whose
/// waiting the thread sanitizer does not see on Linux: it would report programs that are right.
/// The public ``LockIsolated`` asks for `@Sendable` closures and sendable results; this asks for
/// what the compiler can check by region, as `Mutex` does.
package final class Protected<Value: ~Copyable>: @unchecked Sendable {
  // Unchecked for the value: it is reached through `withLock` only, and is then under the lock,
  // which also keeps accesses apart, so that the run time need not check that they are exclusive.
  @usableFromInline
  let lock = Lock()
  @usableFromInline @exclusivity(unchecked)
  nonisolated(unsafe) var value: Value

  @inlinable
  package init(_ value: consuming sending Value) {
    self.value = value
  }

  /// Reads or changes the value under the lock.
  ///
  /// A closure that uses the same value again through its lock stops the program.
  @inlinable
  package func withLock<R, E: Error>(
    _ body: (inout sending Value) throws(E) -> sending R
  ) throws(E) -> sending R {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }
}
