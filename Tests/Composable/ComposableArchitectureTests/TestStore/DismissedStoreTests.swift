import ComposableArchitecture
import Testing

@Suite("TestStore: dismissal of the root")
@MainActor
struct DismissedStoreTests {
  private let clock = TestClock()

  @Test("TST-13 Running effects are skipped when the root is dismissed, and the test may end")
  func skipsEffects() async {
    let store = makeStore()
    await store.send(.task)
    await clock.advance(by: .seconds(1))
    await store.receive(\.ticked) { $0 = 1 }
    await store.send(.closeButtonTapped)
    #expect(store.isDismissed)
    await clock.advance(by: .seconds(10))
    await store.finish()
  }

  @Test("TST-13 An override of dismiss is called, and the store is dismissed all the same")
  func override() async {
    let dismissals = LockIsolated(0)
    let store = makeStore()
    store.dependencies.dismiss = DismissEffect {
      #expect(!store.isDismissed)
      dismissals.withValue { $0 += 1 }
    }
    await store.send(.task)
    await store.send(.closeButtonTapped)
    #expect(dismissals.value == 1)
    #expect(store.isDismissed)
  }

  @Test("TST-13 Nothing can be sent to it afterward")
  func sendAfterwards() async {
    let issues = await testStoreIssues {
      let store = makeStore()
      await store.send(.closeButtonTapped)
      await store.send(.task)
    }
    #expect(issues.map(\.message) == ["Can't send action to dismissed test store."])
  }

  @Test("NAV-20 The root counts as presented, in a test and with an override")
  func isPresented() async {
    let store = makeStore()
    await store.send(.askButtonTapped) { $0 = 100 }
  }

  private func makeStore() -> TestStoreOf<Closable> {
    TestStore(initialState: 0) {
      Closable()
    } withDependencies: {
      $0.continuousClock = clock
    }
  }
}

/// Counts seconds until it is closed.
private struct Closable: Reducer {
  @CasePathable
  enum Action {
    case askButtonTapped
    case closeButtonTapped
    case task
    case ticked
  }

  @Dependency(\.continuousClock) var clock
  @Dependency(\.dismiss) var dismiss
  @Dependency(\.isPresented) var isPresented

  func reduce(into state: inout Int, action: Action) -> Effect<Action> {
    switch action {
    case .askButtonTapped:
      state = isPresented ? 100 : -1
      return .none

    case .closeButtonTapped:
      return .run { _ in await dismiss() }

    case .task:
      return .run { send in
        for await _ in clock.timer(interval: .seconds(1)) { await send(.ticked) }
      }

    case .ticked:
      state += 1
      return .none
    }
  }
}
