import ComposableArchitecture
import Foundation
import Testing

extension SharedKey where Self == FileStorageKey<Stats> {
  fileprivate static var stats: Self {
    fileStorage(.documentsDirectory.appending(component: "stats.json"))
  }
}

extension SharedKey where Self == InMemoryKey<Stats> {
  fileprivate static var sessionStats: Self {
    inMemory("stats")
  }
}

struct Stats: Codable, Equatable {
  private(set) var count = 0
  private(set) var maxCount = 0
  private(set) var minCount = 0
  private(set) var numberOfCounts = 0

  mutating func increment() {
    count += 1
    numberOfCounts += 1
    maxCount = max(maxCount, count)
  }

  mutating func decrement() {
    count -= 1
    numberOfCounts += 1
    minCount = min(minCount, count)
  }
}

@Reducer
private struct CounterTab {
  @ObservableState
  struct State: Equatable {
    @Presents var alert: AlertState<Action.Alert>?
    @Shared(.stats) var stats = Stats()
  }

  enum Action {
    case alert(PresentationAction<Alert>)
    case decrementButtonTapped
    case incrementButtonTapped
    case isPrimeButtonTapped

    enum Alert: Equatable {}
  }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .alert:
        return .none
      case .decrementButtonTapped:
        state.$stats.withLock { $0.decrement() }
        return .none
      case .incrementButtonTapped:
        state.$stats.withLock { $0.increment() }
        return .none
      case .isPrimeButtonTapped:
        let count = state.stats.count
        let isPrime = count > 1 && !(2..<count).contains { count.isMultiple(of: $0) }
        state.alert = AlertState {
          TextState(isPrime ? "\(count) is prime" : "\(count) is not prime")
        }
        return .none
      }
    }
    .ifLet(\.$alert, action: \.alert)
  }
}

@Reducer
private struct ProfileTab {
  @ObservableState
  struct State: Equatable {
    @Shared(.stats) var stats = Stats()
  }

  enum Action {
    case resetStatsButtonTapped
  }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .resetStatsButtonTapped:
        state.$stats.withLock { $0 = Stats() }
        return .none
      }
    }
  }
}

@Reducer
private struct Tabs {
  enum Tab { case counter, profile }

  @ObservableState
  struct State: Equatable {
    var counter = CounterTab.State()
    var currentTab = Tab.counter
    var profile = ProfileTab.State()
  }

  enum Action {
    case counter(CounterTab.Action)
    case profile(ProfileTab.Action)
    case selectTab(Tab)
  }

  var body: some Reducer<State, Action> {
    Scope(state: \.counter, action: \.counter) {
      CounterTab()
    }
    Scope(state: \.profile, action: \.profile) {
      ProfileTab()
    }
    Reduce { state, action in
      switch action {
      case .counter, .profile:
        return .none
      case let .selectTab(tab):
        state.currentTab = tab
        return .none
      }
    }
  }
}

@Reducer
private struct SessionCounter {
  @ObservableState
  struct State: Equatable {
    @Shared(.sessionStats) var stats = Stats()
  }

  enum Action { case incrementButtonTapped }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .incrementButtonTapped:
        state.$stats.withLock { $0.increment() }
        return .none
      }
    }
  }
}

@MainActor
struct SharedStatsTests {
  @Test("CS-07 SHR-47 TST-15 Two tabs share the stats of one file")
  func tabs() async {
    let store = TestStore(initialState: Tabs.State()) {
      Tabs()
    }

    await store.send(.counter(.incrementButtonTapped)) {
      $0.counter.$stats.withLock { $0.increment() }
    }
    await store.send(\.selectTab, .profile) {
      $0.currentTab = .profile
    }
    #expect(store.state.profile.stats.count == 1)
    await store.send(.profile(.resetStatsButtonTapped)) {
      $0.profile.$stats.withLock { $0 = Stats() }
    }
    #expect(store.state.counter.stats.count == 0)
  }

  @Test("CS-07 RED-16 ALT-02 An alert without actions is dismissed")
  func prime() async {
    let store = TestStore(initialState: CounterTab.State()) {
      CounterTab()
    }

    await store.send(.isPrimeButtonTapped) {
      $0.alert = AlertState { TextState("0 is not prime") }
    }
    await store.send(\.alert.dismiss) {
      $0.alert = nil
    }
  }

  @Test("CS-08 KEY-27 Session stats are shared by all users of the key")
  func session() async {
    let first = TestStore(initialState: SessionCounter.State()) {
      SessionCounter()
    }

    await first.send(.incrementButtonTapped) {
      $0.$stats.withLock { $0.increment() }
    }
    @Shared(.sessionStats) var stats = Stats()
    #expect(stats.count == 1)
  }
}
