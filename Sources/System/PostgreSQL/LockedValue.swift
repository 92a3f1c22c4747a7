import POSIX

final class LockedValue<Value>: @unchecked Sendable {
  // Unchecked: the value is reached through `withLock` only.
  private let lock = Mutex<Void>(())
  private var value: Value

  init(_ value: Value) {
    self.value = value
  }

  func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    try lock.withLock { _ in try body(&value) }
  }
}
