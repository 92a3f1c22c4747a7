import ComposableArchitecture
import Testing

/// Has many values, and the address of their buffer.
@Reducer
struct ManyValues {
  @ObservableState
  struct State: Equatable {
    @Presents var child: ManyValues.State?
    var isCopied = false
    var path = StackState<ManyValues.State>()
    var values = Array(0..<64)
  }

  enum Action {
    indirect case child(PresentationAction<ManyValues.Action>)
    indirect case path(StackAction<ManyValues.State, ManyValues.Action>)
    case setButtonTapped
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .setButtonTapped = action {
        let before = state.values.withUnsafeBufferPointer(\.baseAddress)
        state.values[0] += 1
        let after = state.values.withUnsafeBufferPointer(\.baseAddress)
        state.isCopied = before != after
      }
      return .none
    }
    .ifLet(\.$child, action: \.child) { ManyValues() }
    .forEach(\.path, action: \.path) { ManyValues() }
  }
}

@MainActor
@Suite("Children are reduced in place")
struct InPlaceTests {
  @Test("NAV-21 RED-16 a presented child is mutated without a copy")
  func presented() {
    let store = Store(
      initialState: ManyValues.State(child: ManyValues.State(child: ManyValues.State()))
    ) {
      ManyValues()
    }
    for _ in 1...3 {
      store.send(.child(.presented(.setButtonTapped)))
      store.send(.child(.presented(.child(.presented(.setButtonTapped)))))
      #expect(store.withState(\.child?.isCopied) == false)
      #expect(store.withState(\.child?.child?.isCopied) == false)
    }
    #expect(store.withState(\.child?.child?.values.first) == 3)
  }

  @Test("NAV-01 an element of a stack of ten is mutated without a copy")
  func stack() {
    let store = Store(
      initialState: ManyValues.State(
        path: StackState((0..<10).map { _ in ManyValues.State() }))
    ) {
      ManyValues()
    }
    for id in store.withState(\.path.ids) {
      store.send(.path(.element(id: id, action: .setButtonTapped)))
      #expect(store.withState { $0.path[id: id]?.isCopied } == false)
      #expect(store.withState { $0.path[id: id]?.values.first } == 1)
    }
  }

  @Test("NAV-16 elements and children that are changed from outside are changed in place")
  func fromOutside() {
    var state = ManyValues.State(
      child: ManyValues.State(), path: [ManyValues.State(), ManyValues.State()])
    func address(_ values: [Int]?) -> UnsafePointer<Int>? {
      values?.withUnsafeBufferPointer(\.baseAddress)
    }
    let before = [
      address(state.child?.values), address(state.path[id: 0]?.values),
      address(state.path[1].values),
    ]
    state.child?.values[0] = 7
    state.path[id: 0]?.values[0] = 7
    state.path[1].values[0] = 7
    let after = [
      address(state.child?.values), address(state.path[id: 0]?.values),
      address(state.path[1].values),
    ]
    #expect(before == after)
    state.$child.wrappedValue?.values[1] = 7
    #expect(address(state.child?.values) == before[0])
    #expect(state.child?.values.prefix(2) == [7, 7])
  }

  @Test("NAV-17 a feature presents itself, and stacks of itself, as deep as one likes")
  func recursive() {
    let store = Store(
      initialState: ManyValues.State(
        child: ManyValues.State(path: [ManyValues.State(child: ManyValues.State())]))
    ) {
      ManyValues()
    }
    store.send(
      .child(
        .presented(
          .path(.element(id: 0, action: .child(.presented(.setButtonTapped)))))))
    let innermost = store.withState { $0.child?.path[id: 0]?.child }
    #expect(innermost?.values.first == 1)
  }
}
