import ComposableArchitecture
import Testing

/// A screen with a long-running effect, which can dismiss itself.
private struct Screen: Reducer {
  typealias State = Int

  enum Action: Sendable {
    case startAndLeave
  }

  let ended: LockIsolated<Int>

  func reduce(into state: inout Int, action: Action) -> Effect<Action> {
    .run { [ended] _ in
      try? await Task.never()
      ended.withValue { $0 += 1 }
    }
  }
}

private struct Screens: Reducer {
  struct State: Equatable {
    var path = StackState<Int>()
    @PresentationState var sheet: Int?
    var row: Int?
  }

  @CasePathable
  enum Action: Sendable {
    case path(StackActionOf<Screen>)
    case row(Screen.Action)
    case sheet(PresentationAction<Screen.Action>)
  }

  let ended: LockIsolated<Int>

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      state = State()
      return .none
    }
    .forEach(\.path, action: \.path) { Screen(ended: ended) }
    .ifLet(\.$sheet, action: \.sheet) { Screen(ended: ended) }
    .ifLet(\.row, action: \.row) { Screen(ended: ended) }
  }
}

@MainActor
@Suite("Deep links")
struct DeepLinkTests {
  private let ended = LockIsolated(0)

  /// Doesn't wait for the effects, since uncanceled ones never end.
  private func start(_ action: Screens.Action, in store: Store<Screens.State, Screens.Action>) async
  {
    await withMainSerialExecutor {
      store.send(action)
      for _ in 0..<100 { await Task.yield() }
    }
  }

  @Test(
    "EFF-16 effects of an initial element that is removed by its first action are canceled")
  func stack() async {
    let store = Store(initialState: Screens.State(path: [1])) { Screens(ended: ended) }
    let id = store.withState { $0.path.ids[0] }
    await start(.path(.element(id: id, action: .startAndLeave)), in: store)
    #expect(ended.value == 1)
  }

  @Test("EFF-16 so are those of presented and optional children")
  func presented() async {
    let store = Store(initialState: Screens.State(sheet: 1, row: 1)) { Screens(ended: ended) }
    await start(.sheet(.presented(.startAndLeave)), in: store)
    #expect(ended.value == 1)
    let other = Store(initialState: Screens.State(sheet: 1, row: 1)) { Screens(ended: ended) }
    await start(.row(.startAndLeave), in: other)
    #expect(ended.value == 2)
  }
}
