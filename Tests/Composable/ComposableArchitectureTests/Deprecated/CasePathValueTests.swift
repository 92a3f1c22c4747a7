import ComposableArchitecture
import Testing

/// What features wrote before there were key paths of cases. It compiles, with a warning, and means
/// the same.
@MainActor
@Suite("Case paths that are values")
struct CasePathValueTests {
  @available(*, deprecated)
  @Test("RED-04 RED-05 CAS-09 Scope and ifLet take them")
  func children() async {
    let store = TestStore(initialState: OldParent.State()) { OldParent() }
    await store.send(.always(.tapped)) { $0.always = 1 }
    await store.send(.showButtonTapped) {
      $0.optional = 0
      $0.presented = 0
      $0.alert = AlertState { TextState("Sure?") }
    }
    await store.send(.optional(.tapped)) { $0.optional = 1 }
    await store.send(.presented(.presented(.tapped))) { $0.presented = 1 }
    await store.send(.presented(.dismiss)) { $0.presented = nil }
    await store.send(.alert(.presented(.confirmed))) { $0.alert = nil }
  }

  @available(*, deprecated)
  @Test("RED-07 CAS-09 forEach takes them, over ids and actions, too")
  func rows() async {
    let store = TestStore(initialState: OldParent.State()) { OldParent() }
    await store.send(.rows(.element(id: 1, action: .tapped))) { $0.rows[id: 1]?.count = 1 }
    await store.send(.pairs(1, .tapped)) { $0.rows[id: 1]?.count = 2 }
    await store.send(.labelledPairs(id: 1, action: .tapped)) { $0.rows[id: 1]?.count = 3 }
    await store.send(.path(.push(id: 0, state: 5))) { $0.path[id: 0] = 5 }
    await store.send(.path(.element(id: 0, action: .tapped))) { $0.path[id: 0] = 6 }
    await store.send(.path(.popFrom(id: 0))) { $0.path = StackState() }
  }

  @available(*, deprecated)
  @Test("RED-08 CAS-09 Scope and ifCaseLet take them for a case of the state")
  func cases() async {
    let store = TestStore(initialState: OldCases.State.first(0)) { OldCases() }
    await store.send(.first(.tapped)) { $0 = .first(1) }
    await store.send(.switchButtonTapped) { $0 = .second(0) }
    await store.send(.second(.tapped)) { $0 = .second(1) }
    await store.receive(AnyCasePath<OldCases.Action, Void>(\.told))
    await store.send(.second(.tapped)) { $0 = .second(2) }
    await store.receive(AnyCasePath<OldCases.Action, Void>(\.told), timeout: 1_000_000_000)
  }

  @available(*, deprecated)
  @Test("RED-33 signpost exists and changes nothing")
  func signpost() async {
    let store = TestStore(initialState: 0) { Tapped().signpost("old") }
    await store.send(.tapped) { $0 = 1 }
  }
}

private struct Tapped: Reducer {
  @CasePathable
  enum Action { case tapped }

  func reduce(into state: inout Int, action: Action) -> Effect<Action> {
    state += 1
    return .none
  }
}

private struct OldRow: Reducer {
  struct State: Equatable, Identifiable {
    let id: Int
    var count = 0
  }

  func reduce(into state: inout State, action: Tapped.Action) -> Effect<Tapped.Action> {
    state.count += 1
    return .none
  }
}

@available(*, deprecated)
private struct OldParent: Reducer {
  struct State: Equatable {
    @PresentationState var alert: AlertState<Alert>?
    var always = 0
    var optional: Int?
    var path = StackState<Int>()
    @PresentationState var presented: Int?
    var rows: IdentifiedArrayOf<OldRow.State> = [OldRow.State(id: 1)]
  }

  enum Alert: Equatable { case confirmed }

  @CasePathable
  enum Action {
    case alert(PresentationAction<Alert>)
    case always(Tapped.Action)
    case labelledPairs(id: Int, action: Tapped.Action)
    case optional(Tapped.Action)
    case pairs(Int, Tapped.Action)
    case path(StackAction<Int, Tapped.Action>)
    case presented(PresentationAction<Tapped.Action>)
    case rows(IdentifiedAction<Int, Tapped.Action>)
    case showButtonTapped
  }

  var body: some Reducer<State, Action> {
    Scope(state: \.always, action: AnyCasePath(\.always)) { Tapped() }
    Reduce { state, action in
      if case .showButtonTapped = action {
        state.optional = 0
        state.presented = 0
        state.alert = AlertState { TextState("Sure?") }
      }
      return .none
    }
    .ifLet(\.optional, action: AnyCasePath(\.optional)) { Tapped() }
    .ifLet(\.$presented, action: AnyCasePath(\.presented)) { Tapped() }
    .ifLet(\.$alert, action: AnyCasePath(\.alert))
    Reduce { _, _ in .none }
      .forEach(\.rows, action: AnyCasePath(\.rows)) { OldRow() }
      .forEach(\.rows, action: AnyCasePath(\.pairs)) { OldRow() }
      .forEach(\.rows, action: \.labelledPairs) { OldRow() }
      .forEach(\.path, action: AnyCasePath(\.path)) { Tapped() }
  }
}

@available(*, deprecated)
private struct OldCases: Reducer {
  @CasePathable
  enum State: Equatable {
    case first(Int)
    case second(Int)
  }

  @CasePathable
  enum Action {
    case first(Tapped.Action)
    case second(Tapped.Action)
    case switchButtonTapped
    case told
  }

  var body: some Reducer<State, Action> {
    Reduce { _, _ in .none }
      .ifCaseLet(AnyCasePath(\.first), action: AnyCasePath(\.first)) { Tapped() }
    Reduce { state, action in
      switch action {
      case .switchButtonTapped:
        state = .second(0)
        return .none

      case .second:
        return .send(.told)

      case .first, .told:
        return .none
      }
    }
    .ifCaseLet(AnyCasePath(\.second), action: AnyCasePath(\.second)) { Tapped() }
  }
}
