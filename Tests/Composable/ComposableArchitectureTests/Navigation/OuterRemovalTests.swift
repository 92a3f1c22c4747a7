import ComposableArchitecture
import Testing

/// A stack of timers that reducers above and below its own empty.
private struct GuardedStack: Reducer {
  struct State: Equatable {
    var path = StackState<PresentedTimer.State>()
  }

  @CasePathable
  enum Action: Equatable {
    case emptyAbove
    case emptyBelow
    case path(StackActionOf<PresentedTimer>)
    case replaceAbove
  }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .emptyAbove: state.path.removeAll()
      case .emptyBelow, .path: break
      case .replaceAbove: state.path = StackState([PresentedTimer.State(id: 9)])
      }
      return .none
    }
    EmptyReducer()
      .forEach(\.path, action: \.path) { PresentedTimer() }
    Reduce { state, action in
      if case .emptyBelow = action { state.path.removeAll() }
      return .none
    }
  }
}

@MainActor
@Suite("Elements of a stack that another reducer removes")
struct OuterRemovalTests {
  private let store = TestStore(initialState: GuardedStack.State()) {
    GuardedStack()
  } withDependencies: {
    $0.continuousClock = TestClock()
  }

  private func push(_ id: StackElementID) async {
    await store.send(.path(.push(id: id, state: PresentedTimer.State()))) {
      $0.path.append(PresentedTimer.State())
    }
    await store.send(.path(.element(id: id, action: .startButtonTapped)))
  }

  @Test("EFF-16 a reducer above removes them: their effects are canceled")
  func above() async {
    await push(0)
    await store.send(.emptyAbove) { $0.path.removeAll() }
    await store.finish()
  }

  @Test("EFF-16 a reducer below removes them: their effects are canceled by the next action")
  func below() async {
    await push(0)
    await store.send(.emptyBelow) { $0.path.removeAll() }
    await store.send(.emptyBelow)
    await store.finish()
  }

  @Test("EFF-16 first one does, then the other")
  func both() async {
    await push(0)
    await store.send(.emptyAbove) { $0.path.removeAll() }
    await push(1)
    await store.send(.emptyBelow) { $0.path.removeAll() }
    await store.send(.emptyBelow)
    await store.finish()
  }

  @Test("EFF-16 a new stack replaces them: their effects are canceled, others continue")
  func replaced() async {
    await push(0)
    await store.send(.replaceAbove) { $0.path = StackState([PresentedTimer.State(id: 9)]) }
    let task = await store.send(.path(.element(id: 1, action: .startButtonTapped)))
    await store.send(.path(.element(id: 1, action: .ticked))) { $0.path[id: 1]?.ticks = 1 }
    await task.cancel()
    await store.finish()
  }
}
