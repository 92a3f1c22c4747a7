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
  SerialExecution.enter()
  defer { SerialExecution.leave() }
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
  SerialExecution.enter()
  defer { SerialExecution.leave() }
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
  /// The number of open scopes, and whether it was also enabled directly.
  private struct State {
    var scopes = 0
    var isSet = false
    var isOn: Bool { isSet || scopes > 0 }
  }

  private static let state = Mutex(State())

  static var isOn: Bool { state.withLock { $0.isOn } }

  static func enter() { change { $0.scopes += 1 } }
  static func leave() { change { $0.scopes -= 1 } }
  static func set(_ isOn: Bool) { change { $0.isSet = isOn } }

  private static func change(_ change: @Sendable (inout State) -> Void) {
    state.withLock {
      change(&$0)
      GlobalExecutor.redirectToMainActor($0.isOn)
    }
  }
}

/// Runs every task of the process on the main executor while it exists.
package final class MainSerialExecution: Sendable {
  package init() { SerialExecution.enter() }
  deinit { SerialExecution.leave() }

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
