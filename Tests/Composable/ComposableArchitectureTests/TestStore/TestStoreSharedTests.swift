import ComposableArchitecture
import Testing

@Suite("TestStore: shared state")
@MainActor
struct TestStoreSharedTests {
  @Test("TST-15 RED-15 A shared change of a reducer is asserted with withLock")
  func reducer() async {
    let store = TestStore(initialState: Tally.State(count: Shared(value: 0))) { Tally() }
    await store.send(.increment) { $0.$count.withLock { $0 = 1 } }
    await store.send(.increment) { $0.$count.withLock { $0 += 1 } }
    #expect(store.state.count == 2)
  }

  @Test("TST-20 A shared change that does not match shows the difference")
  func wrong() async {
    let issues = await testStoreIssues {
      let store = TestStore(initialState: Tally.State(count: Shared(value: 0))) { Tally() }
      await store.send(.increment) { $0.$count.withLock { $0 = 2 } }
      await store.send(.increment)
      await store.send(.nothing) { $0.$count.withLock { $0 = 2 } }
      await store.send(.increment) { $0.$count.withLock { $0 = 3 } }
    }
    #expect(
      issues.map(\.message) == [
        """
        A state change does not match expectation.

              Tally.State(
            −   _count: #1 2,
            +   _count: #1 1,
                log: []
              )

        (Expected: −, Actual: +)
        """,
        """
        State was not expected to change, but a change occurred.

              Tally.State(
            −   _count: #1 1,
            +   _count: #1 2,
                log: []
              )

        (Expected: −, Actual: +)
        """,
        """
        Expected state to change, but no change occurred.

        The trailing closure leaves the state as it is. Leave the closure out if nothing is to \
        change.
        """,
      ])
  }

  @Test("TST-15 A shared value that is assigned an equal value has changed, and may be asserted")
  func sameValue() async {
    let store = TestStore(initialState: Tally.State(count: Shared(value: 5))) { Tally() }
    await store.send(.assign(5)) { $0.$count.withLock { $0 = 5 } }
    await store.send(.assign(5))
    let issues = await testStoreIssues {
      await store.send(.nothing) { $0.$count.withLock { $0 = 5 } }
    }
    #expect(issues.count == 1)
    await store.send(.resetInEffect(to: 5)) { $0.$count.withLock { $0 = 5 } }
    await store.finish()
  }

  @Test("TST-49 A shared change of an effect shows in the step that receives its action")
  func notOneEarly() async {
    let store = TestStore(initialState: Tally.State(count: Shared(value: 0))) { Tally() }
    await store.send(.incrementInEffect)
    await store.receive(\.didIncrement) {
      $0.$count.withLock { $0 = 1 }
      $0.log = [1]
    }
    await store.receive(\.didIncrement) {
      $0.$count.withLock { $0 = 2 }
      $0.log = [1, 2]
    }
  }

  @Test(
    "TST-49 A test that asserts an effect's change where the original shows it passes, too")
  func oneEarly() async {
    let store = TestStore(initialState: Tally.State(count: Shared(value: 0))) { Tally() }
    await store.send(.incrementInEffect) { $0.$count.withLock { $0 = 2 } }
    await store.receive(\.didIncrement) { $0.log = [1] }
    await store.receive(\.didIncrement) { $0.log = [1, 2] }
  }

  @Test("TST-49 A step with finished effects is compared with its earlier state")
  func laterChanges() async {
    let issues = await testStoreIssues {
      let store = TestStore(initialState: Tally.State(count: Shared(value: 0))) { Tally() }
      await store.send(.incrementInEffect)
      await store.receive(\.didIncrement) {
        $0.$count.withLock { $0 = 7 }
        $0.log = [1]
      }
      await store.receive(\.didIncrement) {
        $0.$count.withLock { $0 = 2 }
        $0.log = [1, 2]
      }
    }
    #expect(
      issues.map(\.message) == [
        """
        A state change does not match expectation.

              Tally.State(
            −   _count: #1 7,
            +   _count: #1 1,
                log: […]
              )

        (Expected: −, Actual: +)
        """
      ])
  }

  @Test("TST-16 TST-48 Changes by an effect after its last action are asserted at the end")
  func assertedAtTheEnd() async {
    let store = TestStore(initialState: Tally.State(count: Shared(value: 0))) { Tally() }
    await store.send(.resetInEffect(to: 5)).finish()
    store.assert { $0.$count.withLock { $0 = 5 } }
  }

  @Test("TST-22 TST-48 A shared change that is not asserted fails at the end, with its declaration")
  func unasserted() async {
    var line: UInt = 0
    let issues = await testStoreIssues {
      line = #line + 1
      let store = TestStore(initialState: Tally.State(count: Shared(value: 0))) { Tally() }
      await store.send(.resetInEffect(to: 5)).finish()
    }
    #expect(
      issues == [
        .init(
          message: """
            Test store finished before asserting against changes to shared state.

            Tracked changes to 'Shared<Int>@ComposableArchitectureTests/\
            TestStoreSharedTests.swift:\(line)' but failed to assert: …

              − 0
              + 5

            (Before: −, After: +)

            Call 'Shared<Int>.assert' to exhaustively test these changes, or call 'skipChanges' \
            to ignore them.

            'TestStore.assert', at the end of the test, asserts them with the rest of the state.
            """, line: line)
      ])
  }

  @Test("TST-22 finish fails for them as well, and then the end does not")
  func unassertedAtFinish() async {
    var line: UInt = 0
    let issues = await testStoreIssues {
      let store = TestStore(initialState: Tally.State(count: Shared(value: 0))) { Tally() }
      await store.send(.resetInEffect(to: 5))
      line = #line + 1
      await store.finish()
    }
    #expect(issues.map(\.line) == [line])
  }

  @Test("TST-17 TST-18 A shared value is asserted by itself, or its changes are skipped")
  func assertAndSkip() async {
    let store = TestStore(initialState: Tally.State(count: Shared(value: 0))) { Tally() }
    await store.send(.resetInEffect(to: 5)).finish()
    store.state.$count.assert { $0 = 5 }
    await store.send(.resetInEffect(to: 6)).finish()
    store.state.$count.skipChanges()
    await store.send(.increment) { $0.$count.withLock { $0 = 7 } }
  }

  @Test("TST-29 Not exhaustive, a closure works on shared values as they are")
  func notExhaustive() async {
    let store = TestStore(initialState: Tally.State(count: Shared(value: 0))) { Tally() }
    store.exhaustivity = .off
    await store.send(.increment)
    await store.send(.incrementInEffect)
    await store.receive(\.didIncrement) { $0.log = [2] }
    await store.receive(\.didIncrement) { $0.$count.withLock { $0 += 0 } }
    await store.send(.increment) { $0.$count.withLock { $0 = 4 } }
    let issues = await testStoreIssues {
      await store.send(.increment) { $0.$count.withLock { $0 = 4 } }
    }
    #expect(issues.count == 1)
    await store.send(.resetInEffect(to: 0)).finish()
  }

  @Test("A closure changes only the expected value: the actual one stays")
  func closureIsApart() async {
    @Shared(value: 0) var count
    let store = TestStore(initialState: Tally.State(count: $count)) { Tally() }
    let issues = await testStoreIssues {
      await store.send(.increment) { $0.$count.withLock { $0 = 100 } }
    }
    #expect(issues.count == 1)
    #expect(count == 1)
    #expect(store.state.count == 1)
  }

  @Test("TST-34 TST-36 TST-37 A keyed value is seeded by the test, and the feature sees it")
  func seeded() async {
    @Shared(.inMemory("tally")) var count = 40
    let store = TestStore(
      initialState: Tally.State(count: Shared(wrappedValue: 0, .inMemory("tally")))
    ) {
      Tally()
    }
    await store.send(.increment) { $0.$count.withLock { $0 = 41 } }
    await store.send(.increment) { $0.$count.withLock { $0 = 42 } }
    #expect(count == 42)
  }
}

/// Counts in a shared value, by itself and in its effects.
struct Tally: Reducer {
  struct State: Equatable {
    @Shared var count: Int
    var log: [Int] = []

    init(count: Shared<Int>) {
      _count = count
    }
  }

  @CasePathable
  enum Action {
    case assign(Int)
    case didIncrement
    case increment
    case incrementInEffect
    case nothing
    case resetInEffect(to: Int)
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .assign(let value):
      state.$count.withLock { $0 = value }
      return .none

    case .didIncrement:
      state.log.append(state.count)
      return .none

    case .increment:
      state.$count.withLock { $0 += 1 }
      return .none

    case .incrementInEffect:
      return .run { [count = state.$count] send in
        count.withLock { $0 += 1 }
        await send(.didIncrement)
        count.withLock { $0 += 1 }
        await send(.didIncrement)
      }

    case .nothing:
      return .none

    case .resetInEffect(let value):
      return .run { [count = state.$count] _ in count.withLock { $0 = value } }
    }
  }
}
