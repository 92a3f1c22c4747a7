import ComposableArchitecture
import Testing

/// `nonisolated` features, as in a module whose default isolation is the main actor.
@Suite @MainActor struct NonisolatedTests {
  @Test("features, destinations and their states that are nonisolated are of no actor")
  func nonisolatedFeature() async {
    let store = TestStore(initialState: Atlas.State()) {
      Atlas()
    }
    await store.send(.show) {
      $0.path.append(.leaf(Leaf.State()))
      $0.destination = .child(Child.State())
    }
    await store.send(\.destination.child.rename, "Blob") {
      $0.destination?.modify(\.child) { $0.name = "Blob" }
    }
    await store.send(\.destination.dismiss) {
      $0.destination = nil
    }
    #expect(initialName() == "Blob Jr.")
  }
}

/// Compiles only where a state's conformances may be used outside of an actor.
private nonisolated func initialName() -> String? {
  var destination = Destination.State.child(Child.State(name: "Blob Jr."))
  destination._$willModify()
  return destination[case: \.child]?.name
}

@Reducer
private nonisolated struct Atlas {
  @ObservableState
  struct State: Equatable {
    @Presents var destination: Destination.State?
    var path = StackState<Destination.State>()
  }
  enum Action {
    case destination(PresentationAction<Destination.Action>)
    case path(StackActionOf<Destination>)
    case show
  }
  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .show = action {
        state.path.append(.leaf(Leaf.State()))
        state.destination = .child(Child.State())
      }
      return .none
    }
    .ifLet(\.$destination, action: \.destination)
    .forEach(\.path, action: \.path)
  }
}

@Reducer
private nonisolated enum Destination {
  case child(Child)
  case leaf(Leaf)
}
nonisolated extension Destination.State: Equatable {}

@Reducer
private nonisolated struct Child {
  @ObservableState
  struct State: Equatable {
    var name = ""
  }
  enum Action {
    case rename(String)
  }
  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .rename(let name):
        state.name = name
        return .none
      }
    }
  }
}

@Reducer
private nonisolated struct Leaf {}
