import ComposableArchitecture
import Testing

/// The example that the module's page begins with.
@MainActor
@Suite("ComposableArchitecture.md")
struct ComposableArchitecturePageTests {
  @Test("The first example works as documented")
  func firstExample() async {
    let clock = TestClock()
    let store = TestStore(initialState: Countdown.State(secondsLeft: 1)) {
      Countdown()
    } withDependencies: {
      $0.continuousClock = clock
    }

    await store.send(.startButtonTapped) { $0.isRunning = true }
    await clock.advance(by: .seconds(1))
    await store.receive(\.tick) {
      $0.secondsLeft = 0
      $0.isRunning = false
    }
  }
}

@Reducer
private struct Countdown {
  @ObservableState
  struct State: Equatable {
    var secondsLeft = 3
    var isRunning = false
  }

  enum Action {
    case startButtonTapped
    case tick
  }

  @Dependency(\.continuousClock) var clock

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .startButtonTapped:
        state.isRunning = true
        return .run { [seconds = state.secondsLeft] send in
          for await _ in clock.timer(interval: .seconds(1)).prefix(seconds) { await send(.tick) }
        }

      case .tick:
        state.secondsLeft -= 1
        state.isRunning = state.secondsLeft > 0
        return .none
      }
    }
  }
}
