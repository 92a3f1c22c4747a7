import ComposableArchitecture
import Testing

@Suite("TestStore: failures")
@MainActor
struct TestStoreFailureTests {
  @Test("TST-20 TST-23 A closure that does not match shows the difference, at the line of the call")
  func wrongClosure() async {
    var line: UInt = 0
    let issues = await testStoreIssues {
      let store = TestStore(initialState: FactCounter.State(fact: "Old.")) { FactCounter() }
      line = #line + 1
      await store.send(.incrementButtonTapped) { $0.count = 2 }
      #expect(store.state.count == 1)
      await store.send(.incrementButtonTapped) { $0.count = 2 }
    }
    #expect(
      issues == [
        .init(
          message: """
            A state change does not match expectation.

                  FactCounter.State(
                −   count: 2,
                +   count: 1,
                    fact: "Old.",
                    isLoading: false
                  )

            (Expected: −, Actual: +)
            """, line: line)
      ])
  }

  @Test("TST-21 A change that is not asserted fails")
  func missingClosure() async {
    var line: UInt = 0
    let issues = await testStoreIssues {
      let store = TestStore(initialState: FactCounter.State()) { FactCounter() }
      line = #line + 1
      await store.send(.incrementButtonTapped)
    }
    #expect(
      issues == [
        .init(
          message: """
            State was not expected to change, but a change occurred.

                  FactCounter.State(
                −   count: 0,
                +   count: 1,
                    fact: nil,
                    isLoading: false
                  )

            (Expected: −, Actual: +)
            """, line: line)
      ])
  }

  @Test("TST-24 Actions that are not received fail at the end, at the store's creation")
  func unhandledActions() async {
    var line: UInt = 0
    let issues = await testStoreIssues {
      line = #line + 1
      let store = TestStore(initialState: FactCounter.State(count: 2)) { FactCounter() }
      await store.send(.incrementButtonTapped) { $0.count = 3 }
    }
    #expect(
      issues == [
        .init(
          message: """
            The store received 1 unexpected action by the end of this test.

            Unhandled actions:
              • FactCounter.Action.delegate(
                  .reached(3)
                )
                  (sent by an effect of 'FactCounter.Action.incrementButtonTapped')
            """, line: line)
      ])
  }

  @Test("TST-25 A running effect fails at the end, at the sent action")
  func effectInFlight() async {
    var line: UInt = 0
    let issues = await testStoreIssues {
      let store = TestStore(initialState: FactCounter.State()) {
        FactCounter()
      } withDependencies: {
        $0.continuousClock = TestClock()
      }
      line = #line + 1
      await store.send(.startTimerButtonTapped)
    }
    #expect(issues.map(\.line) == [line])
    #expect(
      issues[0].message.hasPrefix(
        """
        An effect returned for this action is still running. It must complete before the end of \
        the test.

        Action:
            FactCounter.Action.startTimerButtonTapped
        """), "\(issues)")
  }

  @Test("TST-26 Received actions are to be handled before the next is sent")
  func sendBeforeReceive() async {
    var line: UInt = 0
    let issues = await testStoreIssues {
      let store = TestStore(initialState: FactCounter.State(count: 2)) { FactCounter() }
      await store.send(.incrementButtonTapped) { $0.count = 3 }
      line = #line + 1
      await store.send(.nothing)
      await store.receive(\.delegate.reached)
    }
    #expect(
      issues == [
        .init(
          message: """
            Must handle 1 received action before sending an action.

            Unhandled actions:
              • FactCounter.Action.delegate(
                  .reached(3)
                )
                  (sent by an effect of 'FactCounter.Action.incrementButtonTapped')
            """, line: line)
      ])
  }

  @Test("TST-27 A closure that changes nothing, for an action that changes nothing, fails")
  func unnecessaryClosure() async {
    var line: UInt = 0
    let issues = await testStoreIssues {
      let store = TestStore(initialState: FactCounter.State()) { FactCounter() }
      line = #line + 1
      await store.send(.nothing) { $0.count = 0 }
    }
    #expect(
      issues == [
        .init(
          message: """
            Expected state to change, but no change occurred.

            The trailing closure leaves the state as it is. Leave the closure out if nothing is to \
            change.
            """, line: line)
      ])
  }

  @Test(
    "TST-28 Waiting for an action times out, and lists possible senders", arguments: [true, false])
  func nothingReceived(hasEffect: Bool) async {
    var line: UInt = 0
    let issues = await testStoreIssues {
      let store = TestStore(initialState: FactCounter.State()) {
        FactCounter()
      } withDependencies: {
        $0.continuousClock = TestClock()
      }
      let task = await store.send(hasEffect ? .startTimerButtonTapped : .nothing)
      line = #line + 1
      await store.receive(.timerTicked, timeout: .milliseconds(1))
      await task.cancel()
    }
    #expect(issues.map(\.line) == [line])
    let start = """
      Expected to receive an action, but received none after 0.001 seconds.

      Expected action:
          FactCounter.Action.timerTicked
      """
    let message = issues.first?.message ?? ""
    #expect(message.hasPrefix(start), "\(message)")
    #expect(message.contains("• FactCounter.Action.startTimerButtonTapped") == hasEffect)
    #expect(message.contains("No effect is in flight that could send it.") == !hasEffect)
  }

  @Test("TST-28 The case that was waited for is named, and nothing is waited for with no timeout")
  func nothingReceivedByCase() async {
    let issues = await testStoreIssues {
      let store = TestStore(initialState: FactCounter.State()) { FactCounter() }
      await store.receive(\.delegate.reached, timeout: .zero)
      await store.receive({ $0 == .nothing }, timeout: 0)
    }
    #expect(
      issues.map { $0.message.split(separator: "\n").prefix(3) } == [
        [
          "Expected to receive an action, but received none.", "Expected action:",
          "    FactCounter.Action in a case that holds 'Int'",
        ],
        [
          "Expected to receive an action, but received none.",
          "No effect is in flight that could send it. Was the effect cancelled, or never returned "
            + "from the reducer?",
        ],
      ])
  }

  @Test("Another action than the one waited for fails, by how it differs")
  func unexpectedAction() async {
    var lines: [UInt] = []
    let issues = await testStoreIssues {
      let store = TestStore(initialState: FactCounter.State(count: 2)) { FactCounter() }
      await store.send(.incrementButtonTapped) { $0.count = 3 }
      lines.append(#line + 1)
      await store.receive(.delegate(.reached(4)))
      await store.send(.decrementButtonTapped) { $0.count = 2 }
      await store.send(.incrementButtonTapped) { $0.count = 3 }
      lines.append(#line + 1)
      await store.receive(\.factResponse)
      await store.send(.decrementButtonTapped) { $0.count = 2 }
      await store.send(.incrementButtonTapped) { $0.count = 3 }
      lines.append(#line + 1)
      await store.receive(\.delegate.reached, 5)
    }
    #expect(issues.map(\.line) == lines)
    #expect(
      issues.map(\.message) == [
        """
        Received unexpected action.

              FactCounter.Action.delegate(
            −   .reached(4)
            +   .reached(3)
              )

        (Expected: −, Received: +)
        """,
        """
        Received unexpected action.

            FactCounter.Action.delegate(
              .reached(3)
            )
        """,
        """
        Received unexpected action.

              FactCounter.Action.delegate(
            −   .reached(5)
            +   .reached(3)
              )

        (Expected: −, Received: +)
        """,
      ])
  }

  @Test("The error of a closure fails at the line of the call")
  func throwingClosure() async {
    struct Missing: Error {}
    var line: UInt = 0
    let issues = await testStoreIssues {
      let store = TestStore(initialState: FactCounter.State()) { FactCounter() }
      line = #line + 1
      await store.send(.incrementButtonTapped) {
        $0.count = 1
        throw Missing()
      }
    }
    #expect(issues == [.init(message: "Threw error: Missing()", line: line)])
  }

  @Test(
    "A closure that throws before it changes the state fails only for the error",
    arguments: [Exhaustivity.on, .off, .off(showSkippedAssertions: true)])
  func throwingClosureWithoutChanges(_ exhaustivity: Exhaustivity) async {
    struct Missing: Error {}
    let issues = await testStoreIssues {
      let store = TestStore(initialState: FactCounter.State()) { FactCounter() }
      store.exhaustivity = exhaustivity
      await store.send(.incrementButtonTapped) { _ in throw Missing() }
      #expect(store.state.count == 1)
    }
    #expect(issues.map(\.message) == ["Threw error: Missing()"])
  }

  @Test("TST-30 finish fails for effects that do not end, and names their actions")
  func finishTimesOut() async {
    var lines: [UInt] = []
    let issues = await testStoreIssues {
      let store = TestStore(initialState: FactCounter.State()) {
        FactCounter()
      } withDependencies: {
        $0.continuousClock = TestClock()
      }
      let task = await store.send(.startTimerButtonTapped)
      lines.append(#line + 1)
      await store.finish(timeout: .milliseconds(1))
      lines.append(#line + 1)
      await task.finish(timeout: 1_000_000)
      await task.cancel()
      await store.finish()
    }
    #expect(issues.map(\.line) == lines)
    #expect(
      issues.map { $0.message.split(separator: "\n").first } == [
        """
        Expected effects to finish, but there are still effects in-flight after 0.001 seconds.
        """,
        "Expected task to finish, but it is still in-flight after 0.001 seconds.",
      ])
    #expect(issues[0].message.contains("• FactCounter.Action.startTimerButtonTapped"))
  }

  @Test("TST-30 finish and the end of the test fail for actions that were not received")
  func finishWithReceived() async {
    var lines: [UInt] = []
    let issues = await testStoreIssues {
      lines.append(#line + 1)
      let store = TestStore(initialState: FactCounter.State(count: 2)) { FactCounter() }
      await store.send(.incrementButtonTapped) { $0.count = 3 }
      lines.append(#line + 1)
      await store.finish()
    }
    #expect(issues.map(\.line) == lines.reversed())
    for issue in issues {
      #expect(
        issue.message == """
          The store received 1 unexpected action by the end of this test.

          Unhandled actions:
            • FactCounter.Action.delegate(
                .reached(3)
              )
                (sent by an effect of 'FactCounter.Action.incrementButtonTapped')
          """)
    }
  }

  @Test("TST-30 finish leaves unreceived actions to a nonexhaustive test")
  func finishNotExhaustive() async {
    let store = TestStore(initialState: FactCounter.State(count: 2)) { FactCounter() }
    store.exhaustivity = .off
    await store.send(.incrementButtonTapped)
    await store.finish()
  }

  @Test("TST-14 A case that cannot be modified fails at the test's line")
  func modify() async {
    var line: UInt = 0
    let issues = await testStoreIssues {
      let store = TestStore(initialState: EitherOr.State.add(1)) { EitherOr() }
      await store.send(2) { $0.modify(\.add) { $0 = 3 } }
      await store.send(0) {
        line = #line + 1
        $0.modify(\.edit) { $0 = "" }
      }
    }
    #expect(issues.first?.line == line)
    #expect(issues.first?.message.hasPrefix("Can't modify 'add(3)' via 'CaseKeyPath<") == true)
    #expect(
      issues.dropFirst().map { $0.message.split(separator: "\n").first } == [
        "Expected state to change, but no change occurred."
      ])
  }
}

private struct EitherOr: Reducer {
  @CasePathable
  enum State: Equatable {
    case add(Int)
    case edit(String)
  }

  func reduce(into state: inout State, action: Int) -> Effect<Int> {
    state.modify(\.add) { $0 += action }
    return .none
  }
}
