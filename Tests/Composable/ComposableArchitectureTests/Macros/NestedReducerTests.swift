import ComposableArchitecture
import Testing

@MainActor
@Suite("A @Reducer within another @Reducer")
struct NestedReducerTests {
  @Test("RED-01 its body may use the state and action of the enclosing type")
  func borrowed() {
    let store = Store(initialState: Outer.State()) { Outer() }
    store.send(.tapped)
    #expect(store.log == ["body", "function", "extension"])
  }
}

@Reducer
private struct Outer {
  @ObservableState
  struct State: Equatable {
    var log: [String] = []
  }

  enum Action {
    case tapped
  }

  @Reducer
  struct Composed {
    var body: some Reducer<State, Action> {
      Reduce { state, action in
        state.log.append("body")
        return .none
      }
    }
  }

  @Reducer
  struct Function {
    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      state.log.append("function")
      return .none
    }
  }

  var body: some Reducer<State, Action> {
    Composed()
    Function()
    InExtension()
  }
}

extension Outer {
  @Reducer
  struct InExtension {
    var body: some Reducer<State, Action> {
      Reduce { state, action in
        state.log.append("extension")
        return .none
      }
    }
  }
}
