import ComposableArchitecture
import Testing

@Reducer
struct EffectsCancellation {
  @ObservableState
  struct State: Equatable {
    var count = 0
    var currentFact: String?
    var isFactRequestInFlight = false
  }

  enum Action {
    case cancelButtonTapped
    case factButtonTapped
    case factResponse(Result<String, any Error>)
    case stepperChanged(Int)
  }

  @Dependency(\.factClient) var factClient
  private enum CancelID { case factRequest }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .cancelButtonTapped:
        state.isFactRequestInFlight = false
        return .cancel(id: CancelID.factRequest)

      case .factButtonTapped:
        state.currentFact = nil
        state.isFactRequestInFlight = true
        return .run { [count = state.count] send in
          await send(.factResponse(Result { try await self.factClient.fetch(count) }))
        }
        .cancellable(id: CancelID.factRequest)

      case let .factResponse(.success(fact)):
        state.isFactRequestInFlight = false
        state.currentFact = fact
        return .none

      case .factResponse(.failure):
        state.isFactRequestInFlight = false
        return .none

      case let .stepperChanged(value):
        state.count = value
        state.currentFact = nil
        state.isFactRequestInFlight = false
        return .cancel(id: CancelID.factRequest)
      }
    }
  }
}

@MainActor
struct EffectsCancellationTests {
  private struct Unreachable: Error {}

  @Test("CS-01 CS-02 EFF-12 A fact arrives as a successful result")
  func success() async {
    let store = TestStore(initialState: EffectsCancellation.State()) {
      EffectsCancellation()
    } withDependencies: {
      $0.factClient.fetch = { "\($0) is even" }
    }

    await store.send(.stepperChanged(1)) { $0.count = 1 }
    await store.send(.stepperChanged(0)) { $0.count = 0 }
    await store.send(.factButtonTapped) { $0.isFactRequestInFlight = true }
    await store.receive(\.factResponse.success) {
      $0.currentFact = "0 is even"
      $0.isFactRequestInFlight = false
    }
  }

  @Test("CS-02 EFF-12 A request that fails arrives as a failure")
  func failure() async {
    let store = TestStore(initialState: EffectsCancellation.State()) {
      EffectsCancellation()
    } withDependencies: {
      $0.factClient.fetch = { _ in throw Unreachable() }
    }

    await store.send(.factButtonTapped) { $0.isFactRequestInFlight = true }
    await store.receive(\.factResponse.failure) { $0.isFactRequestInFlight = false }
  }

  @Test("CS-02 EFF-08 EFF-11 A canceled request never answers")
  func cancel() async {
    let store = TestStore(initialState: EffectsCancellation.State()) {
      EffectsCancellation()
    } withDependencies: {
      $0.factClient.fetch = { _ in try await Task.never() }
    }

    await store.send(.factButtonTapped) { $0.isFactRequestInFlight = true }
    await store.send(.cancelButtonTapped) { $0.isFactRequestInFlight = false }
  }

  @Test("CS-02 EFF-07 Another number cancels the request for the old one")
  func stepperCancels() async {
    let store = TestStore(initialState: EffectsCancellation.State()) {
      EffectsCancellation()
    } withDependencies: {
      $0.factClient.fetch = { _ in try await Task.never() }
    }

    await store.send(.factButtonTapped) { $0.isFactRequestInFlight = true }
    await store.send(.stepperChanged(1)) {
      $0.count = 1
      $0.isFactRequestInFlight = false
    }
  }
}
