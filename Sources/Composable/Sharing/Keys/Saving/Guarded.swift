/// A value behind a lock that the thread sanitizer understands, which the standard library's `Mutex`
/// is not.
final class Guarded<Value>: @unchecked Sendable {
  // Unchecked for the value, which is used under the lock only.
  private let lock = ReferenceLock()
  private var value: Value

  init(_ value: sending Value) {
    self.value = value
  }

  deinit { lock.destroy() }

  /// Reads or changes the value under the lock. The closure must not come back here.
  func withLock<R>(_ body: (inout Value) throws -> R) rethrows -> R {
    try lock.withLock { try body(&value) }
  }
}
