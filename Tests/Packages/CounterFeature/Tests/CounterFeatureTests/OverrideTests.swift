import ComposableArchitecture
import DependenciesTestSupport
import Testing

@testable import CounterFeature

@MainActor
@Suite(.dependencies { $0.factClient.fetch = { "\($0) is from the suite" } })
struct OverrideTests {
  @Test(.dependency(\.factClient.fetch, { "\($0) is from the test" }))
  func test() async {
    let store = TestStore(initialState: Counter.State()) { Counter() }
    await store.send(.factButtonTapped)
    await store.receive(\.factResponse) { $0.fact = "0 is from the test" }
  }

  @Test(.dependencies, arguments: 1...3)
  func suite(number: Int) async {
    @Shared(.appStorage("count")) var count = number
    let store = TestStore(initialState: Counter.State()) { Counter() }
    await store.send(.factButtonTapped)
    await store.receive(\.factResponse) { $0.fact = "\(number) is from the suite" }
  }
}
