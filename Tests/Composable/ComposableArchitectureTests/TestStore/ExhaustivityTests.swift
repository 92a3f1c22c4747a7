import ComposableArchitecture
import Testing

@Suite("TestStore: exhaustivity")
@MainActor
struct ExhaustivityTests {
  @Test("TST-29 If not exhaustive, closures may assert part of the state, and actions are skipped")
  func off() async {
    let store = TestStore(initialState: FactCounter.State(count: 2)) {
      FactCounter()
    } withDependencies: {
      $0.fact = { "\($0)" }
      $0.continuousClock = TestClock()
    }
    store.exhaustivity = .off
    await store.send(.incrementButtonTapped)
    await store.send(.factButtonTapped)
    await store.receive(\.factResponse) { $0.fact = "3" }
    await store.send(.startTimerButtonTapped)
    await store.send(.incrementButtonTapped) { $0.count = 4 }
    #expect(store.state == FactCounter.State(count: 4, fact: "3"))
  }

  @Test("TST-29 If not exhaustive, the asserted part must still be right")
  func offAndWrong() async {
    let issues = await testStoreIssues {
      let store = TestStore(initialState: FactCounter.State(count: 2)) { FactCounter() }
      store.exhaustivity = .off
      await store.send(.incrementButtonTapped) { $0.count = 4 }
      await store.receive(\.factResponse, timeout: .zero)
    }
    #expect(
      issues.map(\.message) == [
        """
        A state change does not match expectation.

              FactCounter.State(
            −   count: 4,
            +   count: 3,
                fact: nil,
                isLoading: false
              )

        (Expected: −, Actual: +)
        """,
        """
        Expected to receive a matching action, but received none.

        Expected action:
            FactCounter.Action in a case that holds 'String'

        Other actions were received:
          • FactCounter.Action.delegate(
              .reached(3)
            )
              (sent by an effect of 'FactCounter.Action.incrementButtonTapped')

        No effect is in flight that could send it. Was the effect cancelled, or never returned \
        from the reducer?
        """,
      ])
    #expect(issues.allSatisfy { !$0.isWarning })
  }

  @Test("TST-29 Skipped changes are shown on request without failing")
  func showsSkipped() async {
    let issues = await testStoreIssues {
      let store = TestStore(initialState: FactCounter.State(count: 1)) {
        FactCounter()
      } withDependencies: {
        $0.fact = { "\($0)" }
        $0.continuousClock = TestClock()
      }
      store.exhaustivity = .off(showSkippedAssertions: true)
      await store.send(.incrementButtonTapped)
      await store.send(.incrementButtonTapped) { $0.count = 3 }
      await store.send(.factButtonTapped) { $0.isLoading = true }
      await store.receive(\.factResponse) { $0.fact = "3" }
      await store.send(.startTimerButtonTapped)
    }
    #expect(issues.allSatisfy { $0.isWarning })
    #expect(
      issues.map(\.message).prefix(3) == [
        """
        Skipped assertions.

              FactCounter.State(
            −   count: 1,
            +   count: 2,
                fact: nil,
                isLoading: false
              )

        (Expected: −, Actual: +)
        """,
        """
        1 received action was skipped.

          • FactCounter.Action.delegate(
              .reached(3)
            )
              (sent by an effect of 'FactCounter.Action.incrementButtonTapped')
        """,
        """
        Skipped assertions.

              FactCounter.State(
                count: 3,
                fact: "3",
            −   isLoading: true
            +   isLoading: false
              )

        (Expected: −, Actual: +)
        """,
      ])
    #expect(issues.dropFirst(3).map { $0.message.hasPrefix("An effect returned for") } == [true])
  }

  @Test("TST-29 withExhaustivity switches for a while")
  func withExhaustivity() async {
    let store = TestStore(initialState: FactCounter.State()) { FactCounter() }
    await store.withExhaustivity(.off) {
      await store.send(.incrementButtonTapped)
      await store.send(.incrementButtonTapped)
    }
    #expect(store.exhaustivity == .on)
    // A single step needs no '_ =' for the task that it returns.
    await store.withExhaustivity(.off) { await store.send(.decrementButtonTapped) }
    let value = store.withExhaustivity(.off(showSkippedAssertions: true)) { store.exhaustivity }
    #expect(value == .off(showSkippedAssertions: true))
    await store.send(.decrementButtonTapped) { $0.count = 0 }
  }

  @Test("TST-30 Received actions and running effects are skipped in an exhaustive test")
  func skip() async {
    let clock = TestClock()
    let store = TestStore(initialState: FactCounter.State(count: 2)) {
      FactCounter()
    } withDependencies: {
      $0.continuousClock = clock
    }
    await store.send(.incrementButtonTapped) { $0.count = 3 }
    await store.skipReceivedActions()
    await store.send(.startTimerButtonTapped)
    await clock.advance(by: .seconds(2))
    await store.skipReceivedActions()
    #expect(store.state.count == 5)
    await store.skipInFlightEffects()
    await clock.advance(by: .seconds(2))
    await store.skipReceivedActions(strict: false)
    await store.skipInFlightEffects(strict: false)
    #expect(store.state.count == 5)
  }

  @Test("TST-30 Skipping nothing fails, unless it is not strict")
  func strictSkip() async {
    let issues = await testStoreIssues {
      let store = TestStore(initialState: FactCounter.State()) { FactCounter() }
      await store.skipReceivedActions()
      await store.skipInFlightEffects()
    }
    #expect(
      issues.map(\.message) == [
        "There were no received actions to skip.", "There were no in-flight effects to skip.",
      ])
  }

  @Test("TST-16 The current state is asserted outside of any action")
  func assert() async {
    var line: UInt = 0
    let issues = await testStoreIssues {
      let store = TestStore(initialState: FactCounter.State()) { FactCounter() }
      await store.send(.incrementButtonTapped) { $0.count = 1 }
      store.assert { $0.count = 1 }
      line = #line + 1
      store.assert { $0.fact = "One." }
    }
    #expect(
      issues == [
        .init(
          message: """
            A state change does not match expectation.

                  FactCounter.State(
                    count: 1,
                −   fact: "One.",
                +   fact: nil,
                    isLoading: false
                  )

            (Expected: −, Actual: +)
            """, line: line)
      ])
  }
}
