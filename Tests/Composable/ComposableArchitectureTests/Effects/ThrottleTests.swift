import ComposableArchitecture
import Testing

/// A clock whose sleepers wake later than its time has come, as real ones do.
private struct LateClock: Clock {
  typealias Instant = TestClock<Duration>.Instant

  let time = LockIsolated(Instant())
  let alarm = LockIsolated(Instant())

  var now: Instant { time.value }
  var minimumResolution: Duration { .zero }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    while alarm.value < deadline {
      try Task.checkCancellation()
      await Task.yield()
    }
  }

  /// Advances the time and runs due work, except for sleepers.
  func pass(_ duration: Duration) async {
    time.withValue { $0 = $0.advanced(by: duration) }
    for _ in 0..<100 { await Task.yield() }
  }

  /// Wakes the sleepers.
  func ring() async {
    alarm.setValue(now)
    for _ in 0..<100 { await Task.yield() }
  }
}

private struct Typing: Reducer {
  enum Action: Sendable {
    case cancel
    case input(Int)
    case output(Int)
  }

  let clock: LateClock

  var body: some Reducer<[Int], Action> {
    Reduce { state, action in
      switch action {
      case .cancel:
        return .cancel(id: "typing")

      case .input(let number):
        return .send(.output(number))
          .throttle(id: "typing", for: .seconds(1), clock: clock, latest: true)

      case .output(let number):
        state.append(number)
        return .none
      }
    }
  }
}

@MainActor
@Suite("Throttling with a clock that is late")
struct ThrottleTests {
  private let clock = LateClock()
  private let store: Store<[Int], Typing.Action>

  init() {
    let clock = clock
    store = Store(initialState: [Int]()) { Typing(clock: clock) }
  }

  @Test("CLK-07 a pending value survives the end of the previous interval")
  func nextInterval() async {
    await withMainSerialExecutor {
      store.send(.input(1))
      await clock.pass(.zero)
      await clock.pass(.milliseconds(500))
      store.send(.input(2))
      await clock.pass(.zero)
      await clock.pass(.milliseconds(500))
      // The interval has ended, but no sleeper was woken: 3 replaces 2, and 4 is delayed.
      store.send(.input(3))
      await clock.pass(.zero)
      store.send(.input(4))
      await clock.pass(.zero)
      #expect(store.state == [1, 3])
      await clock.ring()
      #expect(store.state == [1, 3])
      await clock.pass(.seconds(1))
      await clock.ring()
      #expect(store.state == [1, 3, 4])
    }
  }

  @Test("CLK-07 a value after a cancellation in the same interval is kept pending and sent")
  func afterCancellation() async {
    await withMainSerialExecutor {
      store.send(.input(1))
      await clock.pass(.zero)
      await clock.pass(.milliseconds(500))
      store.send(.input(2))
      await clock.pass(.zero)
      store.send(.cancel)
      store.send(.input(3))
      await clock.pass(.zero)
      await clock.pass(.milliseconds(500))
      await clock.ring()
      #expect(store.state == [1, 3])
    }
  }
}
