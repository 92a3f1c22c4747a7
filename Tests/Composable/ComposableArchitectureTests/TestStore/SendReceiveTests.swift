import ComposableArchitecture
import Testing

@Suite("TestStore: send and receive")
@MainActor
struct SendReceiveTests {
  @Test("TST-01 TST-04 An action's change of state is asserted in its closure")
  func send() async {
    let store = TestStore(initialState: FactCounter.State()) { FactCounter() }
    await store.send(.incrementButtonTapped) { $0.count = 1 }
    await store.send(.decrementButtonTapped) { $0.count = 0 }
    await store.send(.nothing)
    #expect(store.state == FactCounter.State())
  }

  @Test("TST-01 TST-10 Dependencies are overridden, and an effect's action is received by its case")
  func receiveByCase() async {
    let store = TestStore(initialState: FactCounter.State(count: 7)) {
      FactCounter()
    } withDependencies: {
      $0.fact = { "\($0) is a prime." }
    }
    await store.send(.factButtonTapped) { $0.isLoading = true }
    await store.receive(\.factResponse) {
      $0.isLoading = false
      $0.fact = "7 is a prime."
    }
  }

  @Test("TST-02 The reducer is given with its label")
  func labelledReducer() async {
    let store = TestStore(
      initialState: FactCounter.State(),
      reducer: { FactCounter() }
    )
    await store.send(.incrementButtonTapped) { $0.count = 1 }
  }

  @Test("TST-03 A test off the main actor awaits the store")
  nonisolated func offTheMainActor() async {
    let store = await TestStore(initialState: FactCounter.State()) { FactCounter() }
    await store.send(.incrementButtonTapped) { $0.count = 1 }
    #expect(await store.state.count == 1)
  }

  @Test("TST-05 TST-11 Cases are sent and received by key path, with and without a value")
  func caseKeyPaths() async {
    let store = TestStore(initialState: FactCounter.State(count: 1)) { FactCounter() }
    await store.send(\.incrementButtonTapped) { $0.count = 2 }
    await store.send(\.factResponse, "Given.") { $0.fact = "Given." }
    await store.send(\.incrementButtonTapped) { $0.count = 3 }
    await store.receive(\.delegate.reached)
    await store.send(\.decrementButtonTapped) { $0.count = 2 }
    await store.send(\.incrementButtonTapped) { $0.count = 3 }
    await store.receive(\.delegate.reached, 3)
  }

  @Test("TST-10 Actions are received by value and by predicate, with timeouts of either kind")
  func receiveByValueAndPredicate() async {
    let store = TestStore(initialState: FactCounter.State(count: 2)) { FactCounter() }
    for _ in 1...2 {
      await store.send(.incrementButtonTapped) { $0.count = 3 }
      await store.receive(.delegate(.reached(3)), timeout: .seconds(1))
      await store.send(.decrementButtonTapped) { $0.count = 2 }
      await store.send(.incrementButtonTapped) { $0.count = 3 }
      await store.receive(.delegate(.reached(3)), timeout: 1_000_000_000)
      await store.send(.decrementButtonTapped) { $0.count = 2 }
      await store.send(.incrementButtonTapped) { $0.count = 3 }
      await store.receive({ $0 == .delegate(.reached(3)) }, timeout: .seconds(1))
      await store.send(.decrementButtonTapped) { $0.count = 2 }
      await store.send(.incrementButtonTapped) { $0.count = 3 }
      await store.receive { $0.is(\.delegate) }
      await store.send(.decrementButtonTapped) { $0.count = 2 }
    }
  }

  @Test("TST-44 CLK-03 CLK-08 A test clock drives a timer, several ticks by one advance")
  func testClock() async {
    let clock = TestClock()
    let store = TestStore(initialState: FactCounter.State()) {
      FactCounter()
    } withDependencies: {
      $0.continuousClock = clock
    }
    await store.send(.startTimerButtonTapped)
    await clock.advance(by: .seconds(1))
    await store.receive(\.timerTicked) { $0.count = 1 }
    await clock.advance(by: .seconds(2))
    await store.receive(\.timerTicked) { $0.count = 2 }
    await store.receive(\.timerTicked) { $0.count = 3 }
    await store.send(.stopTimerButtonTapped)
  }

  @Test("The task that send returns is canceled and waited for")
  func tasks() async {
    let clock = TestClock()
    let store = TestStore(initialState: FactCounter.State()) {
      FactCounter()
    } withDependencies: {
      $0.continuousClock = clock
      $0.fact = { "\($0)" }
    }
    let timer = await store.send(.startTimerButtonTapped)
    #expect(!timer.isCancelled)
    await timer.cancel()
    #expect(timer.isCancelled)
    let fact = await store.send(.factButtonTapped) { $0.isLoading = true }
    await fact.finish()
    await store.receive(\.factResponse) {
      $0.isLoading = false
      $0.fact = "0"
    }
  }

  @Test("Dependencies can change during a test, for the feature and for closures")
  func dependenciesMidTest() async {
    let store = TestStore(initialState: FactCounter.State()) {
      FactCounter()
    } withDependencies: {
      $0.fact = { _ in "First." }
    }
    await store.send(.factButtonTapped) { $0.isLoading = true }
    await store.receive(\.factResponse) {
      $0.isLoading = false
      $0.fact = "First."
    }
    store.dependencies.fact = { _ in "Second." }
    await store.send(.factButtonTapped) { $0.isLoading = true }
    await store.receive(\.factResponse) {
      $0.isLoading = false
      $0.fact = "Second."
    }
    #expect(await store.dependencies.fact(0) == "Second.")
  }

  @Test("TST-19 The state is the one after the last action asserted, though effects are ahead")
  func stateOfTheLastStep() async {
    let store = TestStore(initialState: FactCounter.State()) {
      FactCounter()
    } withDependencies: {
      $0.fact = { _ in "Good." }
    }
    await store.send(.factButtonTapped) { $0.isLoading = true }
    #expect(store.state.fact == nil)
    await store.receive(\.factResponse) {
      $0.isLoading = false
      $0.fact = "Good."
    }
    #expect(store.state.fact == "Good.")
  }

  @Test("The main serial executor is active while a store requires it")
  func serialExecutor() async {
    let store = TestStore(initialState: FactCounter.State()) { FactCounter() }
    #expect(store.useMainSerialExecutor)
    #expect(uncheckedUseMainSerialExecutor)
    store.useMainSerialExecutor = false
    #expect(!store.useMainSerialExecutor)
    await store.send(.incrementButtonTapped) { $0.count = 1 }
    store.useMainSerialExecutor = true
    #expect(uncheckedUseMainSerialExecutor)
    await store.send(.incrementButtonTapped) { $0.count = 2 }
  }
}
