import ComposableArchitecture
import Testing

@Suite("@Reducer on a struct")
struct ReducerMacroTests {
  @Test("RED-01 RED-02 a body composes reducers, in either spelling of its type")
  func body() {
    var state = Counter.State()
    _ = Counter().reduce(into: &state, action: .increment)
    #expect(state.count == 1)
    _ = Doubled().reduce(into: &state, action: .increment)
    #expect(state.count == 3)
  }

  @Test("RED-01 the cases of actions can be named by key paths")
  func casePaths() {
    let action = Counter.Action.set(3)
    #expect(action[case: \.set] == 3)
    #expect(!action.is(\.increment))
  }

  @Test("RED-01 an enum of states is named by key paths, and reads like properties")
  func enumState() {
    var state = Login.State.loggedOut(.init(count: 1))
    _ = Login().reduce(into: &state, action: .counter(.increment))
    #expect(state.loggedOut?.count == 2)
    #expect(state.is(\.loggedOut))
    #expect(state.loggedIn == nil)
  }

  @Test("A feature without state, actions and logic is a reducer")
  @MainActor
  func empty() {
    let store = Store(initialState: Empty.State()) { Empty() }
    #expect(store.state == Empty.State())
    #expect(Array(Empty.Action.allCasePaths).isEmpty)
    let stateless = Store(initialState: 7) { Stateless() }
    stateless.send(.tapped)
    #expect(stateless.state == 7)
  }

  @Test("A feature can implement 'reduce', with types declared elsewhere")
  func function() {
    var count = 1
    _ = Function().reduce(into: &count, action: 3)
    #expect(count == 4)
    var state = Counter.State()
    _ = Borrowed().reduce(into: &state, action: .set(5))
    #expect(state.count == 5)
    _ = BorrowedAsWhole().reduce(into: &state, action: .set(6))
    #expect(state.count == 6)
    _ = Spelled().reduce(into: &state, action: .set(7))
    #expect(state.count == 7)
  }

  @Test("A feature can be generic, or declare what the macro would add")
  func others() {
    var state = Generic<String>.State(value: "a")
    _ = Generic<String>().reduce(into: &state, action: .set("b"))
    #expect(state.value == "b")
    var explicit = Explicit.State.on
    _ = Explicit().reduce(into: &explicit, action: .toggle)
    #expect(explicit == .off)
    var split = Split.State()
    _ = Split().reduce(into: &split, action: .tapped)
    #expect(split.taps == 1)
  }
}

@Reducer
private struct Counter {
  @ObservableState
  struct State: Equatable {
    var count = 0
  }

  enum Action: Sendable {
    case increment
    case set(Int)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .increment:
        state.count += 1
        return .none

      case .set(let count):
        state.count = count
        return .none
      }
    }
  }
}

@Reducer
private struct Doubled {
  typealias State = Counter.State
  typealias Action = Counter.Action

  let isOn = true

  var body: some Reducer<State, Action> {
    Counter()
    if isOn {
      Counter()
    }
  }
}

@Reducer
private struct Login {
  @ObservableState
  enum State: Equatable {
    case loggedIn
    case loggedOut(Counter.State)
  }

  enum Action {
    case counter(Counter.Action)
  }

  var body: some Reducer<State, Action> {
    Scope(state: \.loggedOut, action: \.counter) {
      Counter()
    }
  }
}

@Reducer
private struct Empty {}

@Reducer
private struct Stateless {
  typealias State = Int

  enum Action {
    case tapped
  }
}

@Reducer
private struct Function {
  func reduce(into state: inout Int, action: Int) -> Effect<Int> {
    state += action
    return .none
  }
}

@Reducer
private struct Borrowed {
  var body: some Reducer<Counter.State, Counter.Action> {
    Counter()
  }
}

@Reducer
private struct BorrowedAsWhole {
  var body: some ReducerOf<Counter> {
    Counter()
  }
}

@Reducer
private struct Spelled {
  var body: Counter { Counter() }
}

@Reducer
private struct Generic<Value: Equatable & Sendable> {
  @ObservableState
  struct State: Equatable {
    var value: Value
  }

  enum Action {
    case set(Value)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .set(let value):
        state.value = value
        return .none
      }
    }
  }
}

@Reducer
private struct Explicit: Reducer {
  @CasePathable
  @dynamicMemberLookup
  enum State { case off, on }

  @CasePathable
  enum Action { case toggle }

  @ReducerBuilder<State, Action>
  var body: some Reducer<State, Action> {
    Reduce { state, _ in
      state = state.is(\.on) ? .off : .on
      return .none
    }
  }
}

@Reducer
private struct Split {
  var body: some ReducerOf<Self> {
    Reduce { state, _ in
      state.taps += 1
      return .none
    }
  }
}

extension Split {
  struct State {
    var taps = 0
  }

  enum Action {
    case tapped
  }
}
