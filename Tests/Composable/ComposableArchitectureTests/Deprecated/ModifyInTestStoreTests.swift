import ComposableArchitecture
import Testing

@Suite("Deprecated: XCTModify in the closure of a test store")
@MainActor
struct ModifyInTestStoreTests {
  enum Action { case response, tapped }

  private func makeStore() -> TestStore<Int?, Action> {
    TestStore(initialState: 1) {
      Reduce { _, action in
        action == .tapped ? .send(.response) : .none
      }
    }
  }

  private static let unchanged = "Expected the value of type 'Int' to change, but it did not"

  @Test("In an exhaustive test, a value that it leaves unchanged is reported")
  @available(*, deprecated)
  func exhaustive() async {
    let issues = await testStoreIssues {
      let store = makeStore()
      await store.send(.tapped) { XCTModify(&$0) { _ in } }
      await store.receive(.response) { XCTModify(&$0) { _ in } }
    }
    #expect(issues.count { $0.message == Self.unchanged } == 2)
  }

  @Test("In a test that is not exhaustive, a value may stay as it is")
  @available(*, deprecated)
  func nonExhaustive() async {
    let issues = await testStoreIssues {
      let store = makeStore()
      store.exhaustivity = .off
      await store.send(.tapped) { XCTModify(&$0) { _ in } }
      await store.receive(.response) { XCTModify(&$0) { _ in } }
      store.assert { XCTModify(&$0) { _ in } }
    }
    #expect(issues.isEmpty)
  }
}
