import ComposableArchitecture
import Testing

@DependencyClient
struct WeatherClient: Sendable {
  var forecast: @Sendable (_ city: String) async throws -> [Int]
  var search: @Sendable (_ query: String) async throws -> [String]
}

extension WeatherClient: TestDependencyKey {
  static let testValue = Self()
}

extension DependencyValues {
  var weatherClient: WeatherClient {
    get { self[WeatherClient.self] }
    set { self[WeatherClient.self] = newValue }
  }
}

@Reducer
struct Search {
  @ObservableState
  struct State: Equatable {
    var forecast: [Int]?
    var forecastInFlight: String?
    var results: [String] = []
    var searchQuery = ""
  }

  enum Action {
    case cityTapped(String)
    case forecastResponse(Result<[Int], any Error>)
    case searchQueryChangeDebounced
    case searchQueryChanged(String)
    case searchResponse(Result<[String], any Error>)
  }

  @Dependency(\.weatherClient) var weatherClient
  private enum CancelID { case forecast, search }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case let .cityTapped(city):
        state.forecastInFlight = city
        return .run { send in
          await send(
            .forecastResponse(Result { try await self.weatherClient.forecast(city: city) }))
        }
        .cancellable(id: CancelID.forecast, cancelInFlight: true)

      case let .forecastResponse(.success(forecast)):
        state.forecast = forecast
        state.forecastInFlight = nil
        return .none

      case .forecastResponse(.failure):
        state.forecast = nil
        state.forecastInFlight = nil
        return .none

      case .searchQueryChangeDebounced:
        guard !state.searchQuery.isEmpty
        else { return .none }
        return .run { [query = state.searchQuery] send in
          await send(
            .searchResponse(Result { try await self.weatherClient.search(query: query) }))
        }
        .cancellable(id: CancelID.search)

      case let .searchQueryChanged(query):
        state.searchQuery = query
        guard !query.isEmpty
        else {
          state.results = []
          state.forecast = nil
          return .cancel(id: CancelID.search)
        }
        return .none

      case let .searchResponse(.success(results)):
        state.results = results
        return .none

      case .searchResponse(.failure):
        state.results = []
        return .none
      }
    }
  }
}

/// The same search, with the wait in the reducer.
@Reducer
struct DebouncedSearch {
  @ObservableState
  struct State: Equatable {
    var query = ""
    var results: [String] = []
  }

  enum Action {
    case queryChanged(String)
    case searchResponse([String])
  }

  @Dependency(\.continuousClock) var clock
  @Dependency(\.weatherClient) var weatherClient
  private enum CancelID { case search }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case let .queryChanged(query):
        state.query = query
        return .run { send in
          try await clock.sleep(for: .milliseconds(300))
          await send(.searchResponse(try await weatherClient.search(query: query)))
        }
        .cancellable(id: CancelID.search, cancelInFlight: true)

      case let .searchResponse(results):
        state.results = results
        return .none
      }
    }
  }
}

@MainActor
struct SearchTests {
  private struct SomethingWentWrong: Error {}

  @Test("CS EFF-08 A query is answered, and cleared with its results")
  func searchAndClear() async {
    let store = TestStore(initialState: Search.State()) {
      Search()
    } withDependencies: {
      $0.weatherClient.search = { _ in ["Brooklyn"] }
    }

    await store.send(.searchQueryChanged("B")) { $0.searchQuery = "B" }
    await store.send(.searchQueryChangeDebounced)
    await store.receive(\.searchResponse.success) { $0.results = ["Brooklyn"] }
    await store.send(.searchQueryChanged("")) {
      $0.results = []
      $0.searchQuery = ""
    }
  }

  @Test("CS EFF-08 Clearing the query cancels its request")
  func clearCancels() async {
    let store = TestStore(initialState: Search.State()) {
      Search()
    } withDependencies: {
      $0.weatherClient.search = { _ in try await Task.never() }
    }

    let change = await store.send(.searchQueryChanged("B")) { $0.searchQuery = "B" }
    await change.cancel()
    await store.send(.searchQueryChangeDebounced)
    await store.send(.searchQueryChanged("")) { $0.searchQuery = "" }
  }

  @Test("CS EFF-07 Of two taps in a row, only the second is answered")
  func tapCancelsTap() async {
    let clock = TestClock()
    let store = TestStore(initialState: Search.State(results: ["Oslo", "Quito"])) {
      Search()
    } withDependencies: {
      $0.weatherClient.forecast = { city in
        try await clock.sleep(for: city == "Oslo" ? .seconds(2) : .zero)
        return city == "Oslo" ? [-3] : [14]
      }
    }

    await store.send(.cityTapped("Oslo")) { $0.forecastInFlight = "Oslo" }
    await store.send(.cityTapped("Quito")) { $0.forecastInFlight = "Quito" }
    await clock.advance()
    await store.receive(\.forecastResponse.success) {
      $0.forecast = [14]
      $0.forecastInFlight = nil
    }
    await clock.run()
  }

  @Test("CS TST-10 A failure clears the results")
  func failure() async {
    let store = TestStore(initialState: Search.State(results: ["Oslo"], searchQuery: "B")) {
      Search()
    } withDependencies: {
      $0.weatherClient.search = { _ in throw SomethingWentWrong() }
    }

    await store.send(.searchQueryChangeDebounced)
    await store.receive(\.searchResponse.failure) { $0.results = [] }
  }

  @Test("CS EFF-07 CLK TST-44 Only a query unchanged for 300 ms is sent")
  func debounce() async {
    let clock = TestClock()
    let store = TestStore(initialState: DebouncedSearch.State()) {
      DebouncedSearch()
    } withDependencies: {
      $0.continuousClock = clock
      $0.weatherClient.search = { query in ["\(query)!"] }
    }

    await store.send(.queryChanged("B")) { $0.query = "B" }
    await clock.advance(by: .milliseconds(200))
    await store.send(.queryChanged("Be")) { $0.query = "Be" }
    await clock.advance(by: .milliseconds(299))
    await clock.advance(by: .milliseconds(1))
    await store.receive(\.searchResponse, ["Be!"]) { $0.results = ["Be!"] }
  }
}
