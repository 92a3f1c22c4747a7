import POSIX
import RuntimeInternals

/// Runs an operation with every task of the process put on the main executor, one after another
/// in the order in which they were made ready.
///
/// This makes tests of code that starts tasks deterministic: a task runs when the previous one
/// suspends, never in parallel. ``uncheckedUseMainSerialExecutor`` lists the limits. Scopes may
/// nest. Tasks return to their usual threads after the outermost scope, so unrelated scopes should
/// not overlap.
///
/// - Parameter operation: The code to run.
@MainActor
public func withMainSerialExecutor(
  @_implicitSelfCapture operation: @MainActor @Sendable () async throws -> Void
) async rethrows {
  let period = SerialExecution.enter()
  defer { SerialExecution.leave(period) }
  try await operation()
}

/// Runs a synchronous operation with every task that it starts put on the main executor.
///
/// The tasks run after the operation, when the process may already use the usual threads: tasks
/// created in the operation are queued on the main executor, but their later steps are not.
///
/// - Parameter operation: The code to run.
public func withMainSerialExecutor(
  @_implicitSelfCapture operation: () throws -> Void
) rethrows {
  let period = SerialExecution.enter()
  defer { SerialExecution.leave(period) }
  try operation()
}

/// Whether all tasks of the process run serially on the main executor.
///
/// A suite of tests can switch it on once and for all:
///
/// ```swift
/// @MainActor
/// struct SyncUpsListTests {
///   init() { uncheckedUseMainSerialExecutor = true }
/// }
/// ```
///
/// Disabling it takes effect at once, also for open scopes of
/// ``withMainSerialExecutor(operation:)`` and for the test stores of the whole process. Scopes that
/// begin later enable it again.
///
/// *Unchecked*: it affects the whole process, and therefore parallel tests. It does not affect code
/// outside of Swift's executors (threads, dispatch queues, actors with custom executors) nor the
/// sleep of clocks. A task that blocks its thread blocks all others, and deadlocks if it waits for
/// one of them.
public var uncheckedUseMainSerialExecutor: Bool {
  get { SerialExecution.isOn }
  set { SerialExecution.set(newValue) }
}

/// The switch for both.
private enum SerialExecution {
  private struct State {
    /// The number of open scopes of the current period.
    var scopes = 0
    /// Whether it was also enabled directly.
    var isSet = false
    /// The number of times that it was disabled. Scopes of earlier periods don't count.
    var period = 0
    var isOn: Bool { isSet || scopes > 0 }
  }

  private static let state = Mutex(State())

  static var isOn: Bool { state.withLock { $0.isOn } }

  /// Opens a scope, and returns its period for ``leave(_:)``.
  static func enter() -> Int {
    change {
      $0.scopes += 1
      return $0.period
    }
  }

  static func isCurrent(_ period: Int) -> Bool { state.withLock { $0.period == period } }

  static func leave(_ period: Int) {
    change { if $0.period == period { $0.scopes -= 1 } }
  }

  static func set(_ isOn: Bool) {
    change {
      $0.isSet = isOn
      guard !isOn
      else { return }
      $0.scopes = 0
      $0.period += 1
    }
  }

  private static func change<R: Sendable>(_ change: @Sendable (inout State) -> R) -> R {
    state.withLock { state in
      defer { GlobalExecutor.redirectToMainActor(state.isOn) }
      return change(&state)
    }
  }
}

/// Runs every task of the process on the main executor while it exists, unless
/// ``uncheckedUseMainSerialExecutor`` is disabled.
package final class MainSerialExecution: Sendable {
  private let period = SerialExecution.enter()

  package init() {}
  deinit { SerialExecution.leave(period) }

  /// Whether it has not been disabled since.
  package var isInForce: Bool { SerialExecution.isCurrent(period) }

  /// Waits until every task of the process waits for something from outside.
  ///
  /// It is for the time that tasks are put on the main executor.
  ///
  /// - Parameters:
  ///   - quietTurns: How many times in a row all tasks that are ready get a turn without one of
  ///     them making another ready. More than once, because tasks of the main actor may hand each
  ///     other work unnoticed.
  ///   - turns: How many turns there are at most, for the sake of a task that gives way again and
  ///     again.
  ///   - isolation: The actor to resume on, by default the caller's.
  package static func waitUntilIdle(
    quietTurns: Int = 3, turns: Int = 100, isolation: isolated (any Actor)? = #isolation
  ) async {
    await MainExecutorTurns.shared.waitUntilIdle(
      quietTurns: quietTurns, turns: turns, isolation: isolation)
  }
}
