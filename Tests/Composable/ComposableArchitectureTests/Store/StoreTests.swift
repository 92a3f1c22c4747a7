import ComposableArchitecture
import Testing

private struct Counter: Reducer {
  struct State: Equatable {
    var count = 0
  }

  enum Action {
    case delayedIncrement
    case increment
    case incrementTwice
  }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .delayedIncrement:
        return .run { send in await send(.increment) }

      case .increment:
        state.count += 1
        return .none

      case .incrementTwice:
        return .merge(.send(.increment), .send(.increment))
      }
    }
  }
}

@MainActor
struct StoreTests {
  @Test("RED-22 send changes the state at once")
  func send() {
    let store = Store(initialState: Counter.State()) { Counter() }
    store.send(.increment)
    #expect(store.count == 1)
  }

  @Test("EFF-06 an action sent synchronously by an effect is reduced in the same send")
  func synchronousEffect() {
    let store = Store(initialState: Counter.State()) { Counter() }
    store.send(.incrementTwice)
    #expect(store.count == 2)
  }

  @Test("EFF-04 an effect sends actions, and its task finishes after them")
  func effect() async {
    let store = Store(initialState: Counter.State()) { Counter() }
    await store.send(.delayedIncrement).finish()
    #expect(store.count == 1)
  }
}
