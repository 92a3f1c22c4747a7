import ConcurrencyExtras

/// Tells a waiting task that something has happened, now or since it waited last.
public final class ChangeSignal: Sendable {
  private struct State {
    var isSet = false
    var waiters: [Int: AsyncStream<Void>.Continuation] = [:]
    var lastWaiter = 0
  }

  private let state = LockIsolated(State())

  public init() {}

  /// Lets all who wait go on; where nobody does, the next one does not wait.
  public func send() {
    let waiters = state.withValue { state in
      state.isSet = state.waiters.isEmpty
      defer { state.waiters = [:] }
      return Array(state.waiters.values)
    }
    for waiter in waiters { waiter.finish() }
  }

  /// Returns once something has happened, or the task is cancelled.
  public func wait() async {
    let (stream, continuation) = AsyncStream<Void>.makeStream()
    let number = state.withValue { state -> Int? in
      if state.isSet {
        state.isSet = false
        return nil
      }
      state.lastWaiter += 1
      state.waiters[state.lastWaiter] = continuation
      return state.lastWaiter
    }
    guard let number
    else { return }
    for await _ in stream {}
    state.withValue { $0.waiters[number] = nil }
  }
}
