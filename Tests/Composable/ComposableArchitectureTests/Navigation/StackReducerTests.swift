import ComposableArchitecture
import Testing

@MainActor
@Suite("forEach with a stack")
struct StackReducerTests {
  private let clock = TestClock()

  private func store(_ path: StackState<PresentedTimer.State> = []) -> TestStoreOf<TimerStack> {
    TestStore(initialState: TimerStack.State(path: path)) {
      TimerStack()
    } withDependencies: {
      $0.continuousClock = clock
    }
  }

  @Test("NAV-02 NAV-03 NAV-12 elements are pushed, and act under their ids")
  func push() async {
    let store = store()
    await store.send(.pushButtonTapped(PresentedTimer.State(id: 1))) {
      $0.path.append(PresentedTimer.State(id: 1))
    }
    await store.send(.pushButtonTapped(PresentedTimer.State(id: 2))) {
      $0.path.append(PresentedTimer.State(id: 2))
    }
    await store.send(.path(.element(id: 1, action: .ticked))) { $0.path[id: 1]?.ticks = 1 }
    await store.send(\.path[id: 0].ticked) { $0.path[id: 0]?.ticks = 1 }
  }

  @Test("NAV-13 NAV-25 an element is pushed from outside under the next id")
  func pushAction() async {
    let store = store()
    await store.send(\.path.push, (id: 0, PresentedTimer.State(id: 1))) {
      $0.path.append(PresentedTimer.State(id: 1))
    }
    await store.send(.path(.push(id: 1, state: PresentedTimer.State(id: 2)))) {
      $0.path.append(PresentedTimer.State(id: 2))
    }
    #expect(store.state.path.ids == [0, 1])
  }

  @Test("NAV-14 popFrom removes an element and those above it")
  func popFrom() async {
    let store = store([
      PresentedTimer.State(id: 1), PresentedTimer.State(id: 2), PresentedTimer.State(id: 3),
    ])
    await store.send(\.path.popFrom, 1) { $0.path.pop(from: 1) }
    #expect(store.state.path.ids == [0])
  }

  @Test("NAV-04 NAV-05 NAV-11 the parent goes back to an element, and to the root")
  func goBack() async {
    let store = store([
      PresentedTimer.State(id: 1), PresentedTimer.State(id: 2), PresentedTimer.State(id: 3),
    ])
    await store.send(.goBackToButtonTapped(id: 0)) { $0.path.removeLast(2) }
    await store.send(.popToRootButtonTapped) { $0.path = [] }
  }

  @Test("NAV-12 NAV-18 the parent removes the element that reported completion")
  func intercepts() async {
    let store = store([PresentedTimer.State(id: 1), PresentedTimer.State(id: 2)])
    await store.send(\.path[id: 1].delegate.saved, 4) {
      $0.path.pop(from: 1)
      $0.seen = [1]
    }
  }

  @Test("NAV-19 NAV-20 an element dismisses itself and those above it")
  func dismissesItself() async {
    let store = store([
      PresentedTimer.State(id: 1), PresentedTimer.State(id: 2), PresentedTimer.State(id: 3),
    ])
    await store.send(\.path[id: 2].startButtonTapped)
    await store.send(\.path[id: 1].closeButtonTapped) { $0.path[id: 1]?.wasPresented = true }
    await store.receive(\.path.popFrom, 1) { $0.path.removeLast(2) }
    await store.finish()
  }

  @Test("EFF-15 EFF-17 the same cancel id in two elements is two ids")
  func cancelIDs() async {
    let store = store([PresentedTimer.State(id: 1), PresentedTimer.State(id: 2)])
    await store.send(\.path[id: 0].startButtonTapped)
    await store.send(\.path[id: 1].startButtonTapped)
    await store.send(\.path[id: 0].stopButtonTapped)
    await clock.advance(by: .seconds(1))
    await store.receive(\.path[id: 1].ticked) { $0.path[id: 1]?.ticks = 1 }
    await store.send(.popToRootButtonTapped) { $0.path = [] }
    await store.finish()
  }

  @Test("EFF-17 only the effects of elements that leave are canceled")
  func cancelsOnRemoval() async {
    let store = store([PresentedTimer.State(id: 1), PresentedTimer.State(id: 2)])
    let first = await store.send(\.path[id: 0].startButtonTapped)
    await store.send(\.path[id: 1].startButtonTapped)
    await store.send(.goBackToButtonTapped(id: 0)) { $0.path.removeLast() }
    await clock.advance(by: .seconds(1))
    await store.receive(\.path[id: 0].ticked) { $0.path[id: 0]?.ticks = 1 }
    await first.cancel()
  }

  @Test("RED-07 actions for absent elements are reported and change nothing")
  func reportsMissing() {
    let log = TestStoreIssues()
    withIssueReporters([log]) {
      let store = Store(initialState: TimerStack.State(path: [PresentedTimer.State(id: 1)])) {
        TimerStack()
      }
      let before = store.withState { $0 }
      store.send(.path(.element(id: 5, action: .ticked)))
      store.send(.path(.popFrom(id: 6)))
      store.send(.path(.push(id: 0, state: PresentedTimer.State(id: 9))))
      #expect(store.withState { $0 } == before)
    }
    let messages = log.messages
    #expect(messages.count == 3)
    #expect(messages[0].contains("received an action for a missing element"))
    #expect(messages[0].contains("Element ID: #5"))
    #expect(messages[0].contains("\"ComposableArchitectureTests/PresentedTimers.swift:"))
    #expect(messages[1].contains("received a \"popFrom\" action for a missing element"))
    #expect(messages[2].contains("\"push\" action for an element it already contains"))
  }

  @Test("NAV-13 a push under an id out of turn is reported")
  func reportsUnexpectedID() async {
    let store = Store(initialState: TimerStack.State()) { TimerStack() }
    withExpectedIssue { _ = store.send(.path(.push(id: 4, state: PresentedTimer.State(id: 1)))) }
    #expect(store.withState(\.path.ids) == [4])
  }

  @Test("NAV-17 an initial stack works like a pushed one")
  func deepLink() async {
    let store = Store(
      initialState: TimerStack.State(path: [
        PresentedTimer.State(id: 1), PresentedTimer.State(id: 2),
      ])
    ) {
      TimerStack()
    }
    await store.send(.path(.element(id: 1, action: .closeButtonTapped))).finish()
    #expect(store.withState(\.path.ids) == [0])
  }
}
