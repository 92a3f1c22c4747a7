import ComposableArchitecture
import Testing

@testable import CounterFeature

@MainActor
@Test
func fact() async {
  let store = TestStore(initialState: Counter.State()) {
    Counter()
  } withDependencies: {
    $0.factClient.fetch = { "\($0) is odd" }
  }

  await store.send(.incrementButtonTapped) { $0.$count.withLock { $0 = 1 } }
  await store.send(.factButtonTapped)
  await store.receive(\.factResponse) { $0.fact = "1 is odd" }
}
