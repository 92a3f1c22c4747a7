import ConcurrencyExtras
import IssueReporting

/// A callback that must be called exactly once. Otherwise an issue is reported: the first call
/// counts, and a missing call is made when the callback is released.
final class OnceCallback<Argument>: Sendable {
  private let callback: LockIsolated<(@Sendable (Argument) -> Void)?>
  private let description: @Sendable () -> String
  private let argumentIfDropped: @Sendable () -> Argument

  init(
    _ description: @autoclosure @escaping @Sendable () -> String,
    ifDropped argument: @escaping @Sendable () -> Argument,
    callback: @escaping @Sendable (Argument) -> Void
  ) {
    self.description = description
    self.callback = LockIsolated(callback)
    argumentIfDropped = argument
  }

  deinit {
    guard let callback = callback.value
    else { return }
    reportIssue(
      """
      \(description()) was released without having been resumed. Whoever waits for it goes on now, \
      as if there were nothing to tell. Resume it once on every path.
      """)
    callback(argumentIfDropped())
  }

  func callAsFunction(_ argument: Argument) {
    let callback = callback.withLock { callback in
      defer { callback = nil }
      return callback
    }
    guard let callback
    else {
      reportIssue("\(description()) was resumed more than once. Only the first time counts.")
      return
    }
    callback(argument)
  }
}
