/// A value behind a ``Lock``.
package final class Guarded<Value>: @unchecked Sendable {
  // Unchecked for the value, which is used under the lock only, and which nobody but the closures
  // of `withLock` can reach: the lock keeps them apart, the run time need not.
  @usableFromInline
  let lock = Lock()
  @usableFromInline @exclusivity(unchecked)
  nonisolated(unsafe) var value: Value

  @inlinable
  package init(_ value: consuming sending Value) {
    self.value = value
  }

  /// Reads or changes the value under the lock. The closure must not come back here.
  @inlinable
  package func withLock<R, E: Error>(
    _ body: (inout sending Value) throws(E) -> sending R
  ) throws(E) -> sending R {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }
}
