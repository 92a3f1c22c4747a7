import ComposableArchitecture
import Testing

@MainActor
@Suite("ifLet with a presentation")
struct PresentationTests {
  private let clock = TestClock()

  private func store(_ state: TimerPresenter.State) -> TestStore<
    TimerPresenter.State, TimerPresenter.Action
  > {
    TestStore(initialState: state) {
      TimerPresenter()
    } withDependencies: {
      $0.continuousClock = clock
    }
  }

  @Test("NAV-21 NAV-23 a child is presented, acts, and is dismissed by its parent")
  func presents() async {
    let store = store(TimerPresenter.State())
    await store.send(.showButtonTapped) { $0.timer = PresentedTimer.State() }
    await store.send(.timer(.presented(.ticked))) { $0.timer?.ticks = 1 }
    await store.send(\.timer.ticked) { $0.timer?.ticks = 2 }
    await store.send(.hideButtonTapped) { $0.timer = nil }
  }

  @Test("RED-17 .dismiss sets the state to nil once the parent has seen it")
  func dismiss() async {
    let store = store(TimerPresenter.State(timer: PresentedTimer.State()))
    await store.send(.timer(.dismiss)) { $0.timer = nil }
  }

  @Test("NAV-18 the parent sees the child's actions and reacts")
  func intercepts() async {
    let store = store(TimerPresenter.State(timer: PresentedTimer.State()))
    await store.send(\.timer.delegate.saved, 7) { $0.saved = [7] }
  }

  @Test("EFF-17 the effects of a child are canceled when its parent takes it away")
  func cancelsOnNil() async {
    let store = store(TimerPresenter.State(timer: PresentedTimer.State()))
    await store.send(\.timer.startButtonTapped)
    await clock.advance(by: .seconds(1))
    await store.receive(\.timer.ticked) { $0.timer?.ticks = 1 }
    await store.send(.hideButtonTapped) { $0.timer = nil }
    await store.finish()
  }

  @Test("EFF-17 the effects of a child are canceled when it is dismissed")
  func cancelsOnDismiss() async {
    let store = store(TimerPresenter.State(timer: PresentedTimer.State()))
    await store.send(\.timer.startButtonTapped)
    await store.send(\.timer.dismiss) { $0.timer = nil }
    await store.finish()
  }

  @Test("EFF-17 the effects of a child are canceled when another takes its place")
  func cancelsOnReplacement() async {
    let store = store(TimerPresenter.State(timer: PresentedTimer.State(id: 1)))
    await store.send(\.timer.startButtonTapped)
    await store.send(.replaceButtonTapped(id: 2)) { $0.timer = PresentedTimer.State(id: 2) }
    await store.finish()
  }

  @Test("EFF-17 effects continue while the child has the same identity, whatever its state")
  func continuesForTheSameChild() async {
    let store = store(TimerPresenter.State(timer: PresentedTimer.State(id: 1, ticks: 5)))
    let task = await store.send(\.timer.startButtonTapped)
    await store.send(.replaceButtonTapped(id: 1)) { $0.timer?.ticks = 0 }
    await clock.advance(by: .seconds(1))
    await store.receive(\.timer.ticked) { $0.timer?.ticks = 1 }
    await task.cancel()
  }

  @Test("NAV-19 NAV-20 a child dismisses itself")
  func dismissesItself() async {
    let store = store(TimerPresenter.State(timer: PresentedTimer.State()))
    await store.send(\.timer.startButtonTapped)
    await store.send(\.timer.closeButtonTapped) { $0.timer?.wasPresented = true }
    await store.receive(\.timer.dismiss) { $0.timer = nil }
    await store.finish()
  }

  @Test("RED-05 an action for an absent child is reported, and reaches the parent")
  func reportsAbsence() async {
    let store = Store(initialState: TimerPresenter.State()) { TimerPresenter() }
    withExpectedIssue { _ = store.send(.timer(.presented(.delegate(.saved(3))))) }
    #expect(store.withState(\.saved) == [3])
    withExpectedIssue { _ = store.send(.timer(.dismiss)) }
    #expect(store.withState(\.timer) == nil)
  }

  @Test("RED-05 the report has the operator, the action and a fix")
  func absenceMessage() {
    let log = TestStoreIssues()
    withIssueReporters([log]) {
      let store = Store(initialState: TimerPresenter.State()) { TimerPresenter() }
      store.send(.timer(.presented(.ticked)))
    }
    #expect(log.messages.count == 1)
    let message = log.messages.first ?? ""
    #expect(
      message.contains("An \"ifLet\" at \"ComposableArchitectureTests/PresentedTimers.swift:"))
    #expect(message.contains("received a presentation action when destination state was absent"))
    #expect(message.contains("TimerPresenter.Action.timer(\n    .presented(.ticked)\n"))
  }

  @Test("NAV-17 NAV-23 an initially presented child can act and dismiss itself")
  func deepLink() async {
    let store = Store(initialState: TimerPresenter.State(timer: PresentedTimer.State(ticks: 8))) {
      TimerPresenter()
    }
    await store.send(.timer(.presented(.closeButtonTapped))).finish()
    #expect(store.withState(\.timer) == nil)
  }
}

@Suite("PresentationState")
struct PresentationStateTests {
  @Test("RED-16 copies of a presentation do not change each other")
  func copies() {
    let first = TimerPresenter.State(timer: PresentedTimer.State())
    var second = first
    second.timer?.ticks = 3
    #expect(first.timer?.ticks == 0)
    #expect(second.timer?.ticks == 3)
    #expect(first != second)
    second.timer?.ticks = 0
    #expect(first == second)
    second.timer = nil
    #expect(second.timer == nil)
    #expect(first.timer != nil)
  }

  @Test("RED-16 changing a presented child in place copies nothing")
  func inPlace() {
    struct State {
      @PresentationState var child: [Int]?
    }
    var state = State(child: Array(0..<100))
    let before = state.child?.withUnsafeBufferPointer(\.baseAddress)
    state.child?[0] = 9
    state.child?[1] = 9
    let after = state.child?.withUnsafeBufferPointer(\.baseAddress)
    #expect(before == after)
    #expect(state.child?.prefix(2) == [9, 9])
  }

  @Test("NAV-30 a presentation is coded as its child")
  func codable() throws {
    struct State: Codable, Equatable {
      @PresentationState var child: Int?
    }
    for state in [State(child: 7), State(child: nil)] {
      let data = try JSONEncoder().encode(state)
      #expect(try JSONDecoder().decode(State.self, from: data) == state)
    }
  }

  @Test("RED-16 a dump shows the child itself")
  func dump() {
    #expect(
      String(customDumping: TimerPresenter.State(timer: PresentedTimer.State()).$timer) == """
        PresentedTimer.State(
          id: 0,
          ticks: 0,
          wasPresented: false
        )
        """)
    #expect(String(customDumping: PresentationState<Int>(wrappedValue: nil)) == "nil")
  }
}
