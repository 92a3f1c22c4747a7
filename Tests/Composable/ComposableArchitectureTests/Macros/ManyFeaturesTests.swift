import ComposableArchitecture
import Testing

/// The compiler crashed at the third enum of features of a file: see `CasePathMembers`.
@MainActor
@Suite("Many enums of features in one file")
struct ManyFeaturesTests {
  @Test("RED-08 each has its state, its actions and its conformances")
  func states() {
    let first = Store(initialState: .leaf(Leaf.State())) { First.body }
    first.send(.leaf(.increment))
    #expect(first.leaf?.count == 1)
    let last = Store(initialState: .leaf(Leaf.State())) { Sixth.body }
    last.send(.leaf(.increment))
    #expect(last.leaf?.count == 1)
    #expect(Nested.Inner.State.leaf(Leaf.State()).is(\.leaf))
  }
}

@Reducer
private struct Leaf {
  @ObservableState
  struct State {
    var count = 0
  }

  enum Action {
    case increment
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      state.count += 1
      return .none
    }
  }
}

@Reducer
private enum First {
  case alert(AlertState<Never>)
  case leaf(Leaf)
}

@Reducer
private enum Second {
  case alert(AlertState<Never>)
  case leaf(Leaf)
}

@Reducer
private enum Third {
  case alert(AlertState<Never>)
  case leaf(Leaf)
}

@Reducer
private enum Fourth {
  case alert(AlertState<Never>)
  case leaf(Leaf)
}

@Reducer
private enum Fifth {
  case alert(AlertState<Never>)
  case leaf(Leaf)
}

@Reducer
private enum Sixth {
  case alert(AlertState<Never>)
  case leaf(Leaf)
}

private enum Nested {
  @Reducer
  enum Inner {
    case leaf(Leaf)
  }

  @Reducer
  struct Blank {}
}
