import ComposableArchitecture
import Testing

/// Logs the numbers that come through an operator of time.
private struct Numbers: Reducer {
  enum Action: Sendable {
    case input(Int)
    case output(Int)
  }

  let limit: @Sendable (Effect<Action>) -> Effect<Action>

  var body: some Reducer<[Int], Action> {
    Reduce { state, action in
      switch action {
      case .input(let number):
        return limit(.send(.output(number)))

      case .output(let number):
        state.append(number)
        return .none
      }
    }
  }
}

@MainActor
struct TimeTests {
  let clock = TestClock()

  @Test("CLK-07 debounce starts the last effect when it has been quiet for the time")
  func debounce() async {
    await withMainSerialExecutor {
      let store = Store(initialState: [Int]()) {
        Numbers { [clock] in $0.debounce(id: 1, for: .seconds(1), clock: clock) }
      }
      store.send(.input(1))
      await clock.advance(by: .milliseconds(900))
      store.send(.input(2))
      await clock.advance(by: .milliseconds(900))
      #expect(store.state == [])
      await clock.advance(by: .milliseconds(100))
      #expect(store.state == [2])
    }
  }

  @Test("CLK-07 debounce takes a scheduler as well")
  func debounceOnQueue() async {
    await withMainSerialExecutor {
      let queue = MainQueue(clock)
      let store = Store(initialState: [Int]()) {
        Numbers { $0.debounce(id: 1, for: .seconds(0.5), scheduler: queue) }
      }
      store.send(.input(1))
      store.send(.input(2))
      await clock.advance(by: .milliseconds(500))
      #expect(store.state == [2])
    }
  }

  @Test("CLK-07 debounce and throttle take a test queue directly")
  func testQueue() async {
    await withMainSerialExecutor {
      let queue = DispatchQueue.test
      let debounced = Store(initialState: [Int]()) {
        Numbers { $0.debounce(id: 1, for: .seconds(0.5), scheduler: queue) }
      }
      let throttled = Store(initialState: [Int]()) {
        Numbers { $0.throttle(id: 1, for: 0.5, scheduler: queue, latest: true) }
      }
      for number in 1...3 {
        debounced.send(.input(number))
        throttled.send(.input(number))
        await queue.advance()
      }
      #expect(debounced.state == [])
      #expect(throttled.state == [1])
      await queue.advance(by: 0.5)
      #expect(debounced.state == [3])
      #expect(throttled.state == [1, 3])
    }
  }

  @Test(
    "CLK-07 throttle lets the first action through, and then the latest or the first of each interval",
    arguments: [(true, [1, 3, 4]), (false, [1, 2, 4])])
  func throttle(_ isLatest: Bool, _ expected: [Int]) async {
    await withMainSerialExecutor {
      let store = Store(initialState: [Int]()) {
        Numbers { [clock] in
          $0.throttle(id: 1, for: .seconds(1), clock: clock, latest: isLatest)
        }
      }
      store.send(.input(1))
      await clock.advance()
      #expect(store.state == [1])
      store.send(.input(2))
      store.send(.input(3))
      await clock.advance(by: .milliseconds(900))
      #expect(store.state == [1])
      await clock.advance(by: .milliseconds(100))
      #expect(store.state == Array(expected.prefix(2)))
      await clock.advance(by: .seconds(2))
      store.send(.input(4))
      await clock.advance()
      #expect(store.state == expected)
    }
  }
}
