import ComposableArchitecture
import XCTest

/// The same test store, in XCTest.
final class TestStoreXCTests: XCTestCase {
  @MainActor
  func testIncrement() async {
    let store = TestStore(initialState: FactCounter.State()) {
      FactCounter()
    } withDependencies: {
      $0.fact = { "\($0)" }
    }
    await store.send(.incrementButtonTapped) { $0.count = 1 }
    await store.send(.factButtonTapped) { $0.isLoading = true }
    await store.receive(\.factResponse) {
      $0.isLoading = false
      $0.fact = "1"
    }
    XCTAssertEqual(store.state.fact, "1")
  }

  func testOffTheMainActor() async {
    let store = await TestStore(initialState: FactCounter.State()) { FactCounter() }
    await store.send(.incrementButtonTapped) { $0.count = 1 }
    let count = await store.state.count
    XCTAssertEqual(count, 1)
  }

  @MainActor
  func testFailuresFailTheTestCase() async {
    let store = TestStore(initialState: FactCounter.State()) { FactCounter() }
    await withExpectedIssue {
      await store.send(.incrementButtonTapped) { $0.count = 2 }
    }
    await withExpectedIssue {
      await store.receive(\.timerTicked, timeout: .zero)
    }
  }

  @MainActor
  func testEndOfTheStoreFailsTheTestCase() async {
    await withExpectedIssue {
      let store = TestStore(initialState: FactCounter.State(count: 2)) { FactCounter() }
      await store.send(.incrementButtonTapped) { $0.count = 3 }
    }
  }
}
