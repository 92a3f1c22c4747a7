import ConcurrencyExtras

/// Wakes all waiting tasks, or the next to wait if there are none.
public final class ChangeSignal: Sendable {
  private struct State {
    var isSet = false
    var waiters: [Int: AsyncStream<Void>.Continuation] = [:]
    var lastWaiter = 0
  }

  private let state = LockIsolated(State())

  public init() {}

  public func send() {
    let waiters = state.withValue { state in
      state.isSet = state.waiters.isEmpty
      defer { state.waiters = [:] }
      return Array(state.waiters.values)
    }
    for waiter in waiters { waiter.finish() }
  }

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
