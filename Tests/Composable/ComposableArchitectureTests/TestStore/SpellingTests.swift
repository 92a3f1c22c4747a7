import ComposableArchitecture
import Testing
import XCTest

/// The ways to write the same that tests of apps use.
@Suite("TestStore: spellings")
@MainActor
struct TestStoreSpellingTests {
  @Test("TST-02 A store by its reducer's type, with everything labelled")
  func typedStore() async {
    let store = TestStoreOf<FactCounter>(
      initialState: FactCounter.State(count: 2),
      reducer: { FactCounter() },
      withDependencies: { $0.fact = { "\($0)" } }
    )
    await store.send(.incrementButtonTapped, assert: { $0.count = 3 })
    await store.receive(.delegate(.reached(3)), timeout: NSEC_PER_SEC, assert: nil)
    await store.send(.factButtonTapped) { state in
      state.isLoading = true
    }
    await store.receive(\.factResponse, timeout: NSEC_PER_SEC) {
      $0.isLoading = false
      $0.fact = "3"
    }
    await store.finish(timeout: NSEC_PER_SEC)
  }

  @Test("A store whose state cannot be compared can be made and finished")
  func stateThatIsNotEquatable() async {
    struct Anything: Reducer {
      struct State { var closure: () -> Void = {} }
      func reduce(into state: inout State, action: Int) -> Effect<Int> { .none }
    }
    let store = TestStore(initialState: Anything.State()) { Anything() }
    await store.finish()
    #expect(!store.isDismissed)
  }

  @Test("A closure may throw, use the test's values, and read the store's dependencies")
  func closures() async throws {
    let expected = 1
    let store = TestStore(initialState: Stamped.State()) {
      Stamped()
    } withDependencies: {
      $0.date.now = Date(timeIntervalSinceReferenceDate: 7)
      $0.uuid = .incrementing
    }
    await store.send(.tapped) {
      @Dependency(\.date.now) var now
      $0.date = now
      $0.id = UUID(expected - 1)
      _ = try #require($0.id)
    }
    store.dependencies.date.now = Date(timeIntervalSinceReferenceDate: 8)
    await store.send(.tapped) {
      @Dependency(\.date.now) var now
      $0.date = now
      $0.id = UUID(expected)
    }
  }

  @Test("A reducer is built at the store's creation, from several and with conditions")
  func builder() async {
    let isLogging = true
    let log = LockIsolated<[String]>([])
    let store = TestStore(initialState: 0) {
      Reduce<Int, Bool> { state, action in
        state += action ? 1 : -1
        return .none
      }
      if isLogging {
        Reduce { state, _ in
          log.withValue { [state] in $0.append("\(state)") }
          return .none
        }
      }
    }
    await store.send(true) { $0 = 1 }
    await store.send(false) { $0 = 0 }
    #expect(log.value == ["1", "0"])
  }

  @Test("A helper reports at its caller")
  func helper() async {
    let store = TestStore(initialState: FactCounter.State()) { FactCounter() }
    func increment(
      to count: Int, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
      line: UInt = #line, column: UInt = #column
    ) async {
      await store.send(
        .incrementButtonTapped, assert: { $0.count = count }, fileID: fileID, filePath: filePath,
        line: line, column: column)
    }
    await increment(to: 1)
    let line: UInt = #line + 1
    let issues = await testStoreIssues { await increment(to: 3) }
    #expect(issues.map(\.line) == [line])
  }

  @Test("Tasks of effects are compared and kept in sets")
  func tasks() async {
    let store = TestStore(initialState: FactCounter.State()) {
      FactCounter()
    } withDependencies: {
      $0.continuousClock = TestClock()
    }
    let first = await store.send(.startTimerButtonTapped)
    let second = await store.send(.startTimerButtonTapped)
    #expect(Set([first, second, first]).count == 2)
    await store.send(.stopTimerButtonTapped)
    await first.finish()
    await second.finish()
  }
}

@Reducer
struct Stamped {
  @ObservableState
  struct State: Equatable {
    var date: Date?
    var id: UUID?
  }

  enum Action {
    case tapped
  }

  @Dependency(\.date.now) var now
  @Dependency(\.uuid) var uuid

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .tapped:
        state.date = now
        state.id = uuid()
        return .none
      }
    }
  }
}

/// TST-40 TST-43 A test case that makes its store before each test.
@MainActor
final class TestStoreSetUpXCTests: XCTestCase {
  var store: TestStoreOf<FactCounter>!

  override func setUp() async throws {
    store = TestStore(initialState: FactCounter.State()) { FactCounter() }
  }

  override func tearDown() async throws {
    store = nil
  }

  func testIncrement() async {
    await store.send(.incrementButtonTapped) { $0.count = 1 }
  }

  func testDecrement() async {
    await store.send(.decrementButtonTapped) { $0.count = -1 }
  }
}
