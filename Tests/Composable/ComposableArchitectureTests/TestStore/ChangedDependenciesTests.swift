import ComposableArchitecture
import Testing

@Suite("TestStore: withDependencies")
@MainActor
struct ChangedDependenciesTests {
  @Test("DEP-18 Dependencies are overridden for an operation, and restored after it")
  func operation() async throws {
    let store = TestStore(initialState: 0) {
      Reduce<Int, Bool> { state, _ in
        @Dependency(\.defaultRandom) var random
        state = random
        return .none
      }
    } withDependencies: {
      $0.defaultRandom = 1
    }
    await store.send(true) { $0 = 1 }
    let result = await store.withDependencies {
      $0.defaultRandom = 2
    } operation: {
      await store.send(true) { $0 = 2 }
      return "done"
    }
    #expect(result == "done")
    await store.send(true) { $0 = 1 }
    let value = store.withDependencies {
      $0.defaultRandom = 3
    } operation: {
      store.dependencies.defaultRandom
    }
    #expect(value == 3)
    #expect(store.dependencies.defaultRandom == 1)
  }

  @Test("DEP-18 They are put back after an error")
  func error() async {
    struct Refused: Error {}
    let store = TestStore(initialState: 0) { Reduce<Int, Bool> { _, _ in .none } }
    store.dependencies.defaultRandom = 1
    await #expect(throws: Refused.self) {
      try await store.withDependencies {
        $0.defaultRandom = 2
      } operation: {
        await Task.yield()
        throw Refused()
      }
    }
    #expect(throws: Refused.self) {
      try store.withDependencies {
        $0.defaultRandom = 2
        throw Refused()
      } operation: {
      }
    }
    #expect(store.dependencies.defaultRandom == 1)
  }
}

private enum RandomKey: DependencyKey {
  static let liveValue = 0
  static let testValue = 0
}

extension DependencyValues {
  fileprivate var defaultRandom: Int {
    get { self[RandomKey.self] }
    set { self[RandomKey.self] = newValue }
  }
}
