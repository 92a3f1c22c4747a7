import ComposableArchitecture
import Testing

@MainActor
@Suite("dismiss")
struct DismissTests {
  @Test("NAV-19 a feature that is not presented reports that it cannot be dismissed")
  func notPresented() async {
    let log = TestStoreIssues()
    await withIssueReporters([log]) {
      let store = Store(initialState: PresentedTimer.State()) { PresentedTimer() }
      await store.send(.closeButtonTapped).finish()
      #expect(store.withState(\.wasPresented) == false)
    }
    let message = log.messages.first ?? ""
    #expect(message.hasPrefix("A reducer requested dismissal at \"ComposableArchitectureTests/"))
    #expect(message.contains("but couldn't be dismissed."))
  }

  @Test("NAV-19 a captured dismissal is for the feature that captured it")
  func given() async {
    let dismissals = LockIsolated(0)
    let store = Store(initialState: TimerPresenter.State(timer: PresentedTimer.State())) {
      TimerPresenter()
    } withDependencies: {
      $0.dismiss = DismissEffect { dismissals.withValue { $0 += 1 } }
    }
    await store.send(.timer(.presented(.closeButtonTapped))).finish()
    #expect(dismissals.value == 0)
    #expect(store.withState(\.timer) == nil)

    let root = Store(initialState: PresentedTimer.State()) {
      PresentedTimer()
    } withDependencies: {
      $0.dismiss = DismissEffect { dismissals.withValue { $0 += 1 } }
    }
    await root.send(.closeButtonTapped).finish()
    #expect(dismissals.value == 1)
    #expect(root.withState(\.wasPresented))
  }

  @Test("NAV-19 a child of a child dismisses itself, and its parent stays")
  func nested() async {
    let store = Store(
      initialState: NestedPresenter.State(
        middle: TimerPresenter.State(timer: PresentedTimer.State(id: 3)))
    ) {
      NestedPresenter()
    }
    await store.send(.middle(.presented(.timer(.presented(.closeButtonTapped))))).finish()
    #expect(store.withState(\.middle) != nil)
    #expect(store.withState(\.middle?.timer) == nil)
  }

  @Test("EFF-17 the effects of a child's children go with the child")
  func nestedCancellation() async {
    let clock = TestClock()
    let store = TestStore(
      initialState: NestedPresenter.State(
        middle: TimerPresenter.State(timer: PresentedTimer.State()))
    ) {
      NestedPresenter()
    } withDependencies: {
      $0.continuousClock = clock
    }
    await store.send(\.middle.timer.startButtonTapped)
    await store.send(\.middle.dismiss) { $0.middle = nil }
    await store.finish()
  }

  @Test("EFF-17 effects are canceled at the next action when a grandparent takes a child away")
  func removedFromAbove() async {
    let clock = TestClock()
    let store = TestStore(
      initialState: NestedPresenter.State(
        middle: TimerPresenter.State(timer: PresentedTimer.State()))
    ) {
      NestedPresenter()
    } withDependencies: {
      $0.continuousClock = clock
    }
    await store.send(\.middle.timer.startButtonTapped)
    await store.send(.clearButtonTapped) { $0.middle?.timer = nil }
    await store.send(\.middle.hideButtonTapped)
    await store.finish()
  }

  @Test("NAV-19 a captured dismissal works in the effect")
  func captured() async {
    let store = Store(initialState: Capturing.Parent.State(child: 0)) { Capturing.Parent() }
    await store.send(.child(.presented(.close))).finish()
    #expect(store.withState(\.child) == nil)
  }
}

/// Presents a feature that presents another.
struct NestedPresenter: Reducer {
  struct State: Equatable {
    @PresentationState var middle: TimerPresenter.State?
  }

  @CasePathable
  enum Action: Equatable {
    case clearButtonTapped
    case middle(PresentationAction<TimerPresenter.Action>)
  }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      if case .clearButtonTapped = action { state.middle?.timer = nil }
      return .none
    }
    .ifLet(\.$middle, action: \.middle) { TimerPresenter() }
  }
}

private struct Capturing: Reducer {
  @CasePathable
  enum Action { case close }

  @Dependency(\.dismiss) var dismiss

  func reduce(into state: inout Int, action: Action) -> Effect<Action> {
    .run { [dismiss] _ in await dismiss(animation: .default) }
  }

  struct Parent: Reducer {
    struct State {
      @PresentationState var child: Int?
    }

    @CasePathable
    enum Action { case child(PresentationAction<Capturing.Action>) }

    var body: some Reducer<State, Action> {
      EmptyReducer().ifLet(\.$child, action: \.child) { Capturing() }
    }
  }
}
