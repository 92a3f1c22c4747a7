import Dispatch
import POSIX
import RuntimeInternals

/// Runs the ready tasks on the serial main executor, and detects when none is ready.
///
/// A block at the end of the main queue runs after everything that was ready before it has made a
/// step. If no task became ready in the meantime, the remaining tasks all wait for something
/// outside the executor.
final class MainExecutorTurns: Sendable {
  static let shared = MainExecutorTurns()

  private let state = Mutex(State())

  private struct State {
    var waiters: [Waiter] = []
    /// Whether a block waits for its turn.
    var isUnderWay = false
    /// The number of jobs at the start of the turn.
    var jobCount = 0

    /// Whether there were none since.
    var isQuiet: Bool { jobCount == GlobalExecutor.jobCount }
  }

  private struct Waiter {
    let continuation: UnsafeContinuation<Void, Never>
    /// Counted for the sake of a task that gives way again and again, which is always ready.
    var turnsLeft: Int
    let quietTurns: Int
    var quietTurnsLeft: Int

    /// - Returns: Whether the waiter has waited enough.
    mutating func noteTurn(isQuiet: Bool) -> Bool {
      turnsLeft -= 1
      quietTurnsLeft = isQuiet ? quietTurnsLeft - 1 : quietTurns
      return turnsLeft <= 0 || quietTurnsLeft <= 0
    }
  }

  /// Waits until no task is ready, for at most a number of turns.
  ///
  /// Requires several quiet turns in a row, because steps between the main actor's own tasks are
  /// not noticed.
  func waitUntilIdle(
    quietTurns: Int, turns: Int, isolation: isolated (any Actor)?
  ) async {
    await withUnsafeContinuation { continuation in
      let isFirst = state.withLock { state in
        // The current turn may have begun before the waiter arrived.
        state.waiters.append(
          Waiter(
            continuation: continuation, turnsLeft: turns, quietTurns: quietTurns,
            quietTurnsLeft: quietTurns + (state.isUnderWay ? 1 : 0)))
        return !state.isUnderWay && Self.begin(&state)
      }
      if isFirst { schedule() }
    }
  }

  private static func begin(_ state: inout State) -> Bool {
    state.jobCount = GlobalExecutor.jobCount
    state.isUnderWay = !state.waiters.isEmpty
    return state.isUnderWay
  }

  private func schedule() {
    DispatchQueue.main.async { self.end() }
  }

  private func end() {
    let (ready, goesOn) = state.withLock { state in
      let isQuiet = state.isQuiet
      var ready: [UnsafeContinuation<Void, Never>] = []
      var waiting: [Waiter] = []
      for var waiter in state.waiters {
        if waiter.noteTurn(isQuiet: isQuiet) {
          ready.append(waiter.continuation)
        } else {
          waiting.append(waiter)
        }
      }
      state.waiters = waiting
      return (ready, Self.begin(&state))
    }
    for continuation in ready { continuation.resume() }
    if goesOn { schedule() }
  }
}
