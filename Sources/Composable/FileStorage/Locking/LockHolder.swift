import RuntimeInternals

/// A body that runs under the lock of a file. It does not suspend, so it stays on its thread.
final class LockHolder {
  private static let current = ThreadLocal<LockHolder>()

  private var postponed: [() -> Void] = []

  /// Whether the caller holds the lock of a file.
  static var isCaller: Bool { current.value != nil }

  func run<R>(_ body: () throws -> R) rethrows -> R {
    try Self.current.withValue(self, body)
  }

  /// Does the postponed work, after the lock was released.
  func finish() {
    for work in postponed { work() }
  }

  /// Does work at once or, if the caller holds the lock of a file, after it was released: the work
  /// may lead to code that locks another file.
  static func performOutsideOfLock(_ work: @escaping () -> Void) {
    if let holder = current.value { holder.postponed.append(work) } else { work() }
  }
}
