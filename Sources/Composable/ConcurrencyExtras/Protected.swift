package import POSIX

/// A `Mutex` that can be passed around.
///
/// The public ``LockIsolated`` asks for `@Sendable` closures and sendable results; this asks for
/// what the compiler can check by region, as `Mutex` does.
package final class Protected<Value: ~Copyable>: Sendable {
  @usableFromInline
  let mutex: Mutex<Value>

  @inlinable
  package init(_ value: consuming sending Value) {
    mutex = Mutex(value)
  }

  /// Reads or changes the value under the lock.
  ///
  /// A closure that uses the same value again through its lock stops the program.
  @inlinable
  package func withLock<R, E: Error>(
    _ body: (inout sending Value) throws(E) -> sending R
  ) throws(E) -> sending R {
    try mutex.withLock(body)
  }
}
