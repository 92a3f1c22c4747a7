import ComposableArchitecture
import Testing

@Reducer
struct Refreshable {
  @ObservableState
  struct State: Equatable {
    var count = 0
    var fact: String?
  }

  enum Action {
    case cancelButtonTapped
    case factResponse(Result<String, any Error>)
    case incrementButtonTapped
    case refresh
  }

  @Dependency(\.factClient) var factClient
  private enum CancelID { case factRequest }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .cancelButtonTapped:
        return .cancel(id: CancelID.factRequest)

      case let .factResponse(.success(fact)):
        state.fact = fact
        return .none

      case .factResponse(.failure):
        return .none

      case .incrementButtonTapped:
        state.count += 1
        return .none

      case .refresh:
        state.fact = nil
        return .run { [count = state.count] send in
          await send(.factResponse(Result { try await self.factClient.fetch(count) }))
        }
        .cancellable(id: CancelID.factRequest)
      }
    }
  }
}

@MainActor
struct RefreshableTests {
  @Test("CS RED-22 The task of a refresh ends when its effect does")
  func refresh() async {
    let clock = TestClock()
    let store = Store(initialState: Refreshable.State(count: 7)) {
      Refreshable()
    } withDependencies: {
      $0.factClient.fetch = { count in
        try await clock.sleep(for: .seconds(1))
        return "\(count) is odd"
      }
    }

    let task = store.send(.refresh)
    #expect(store.fact == nil)
    await clock.advance(by: .seconds(1))
    await task.finish()
    #expect(store.fact == "7 is odd")
  }

  @Test("CS RED-22 A refresh whose task is canceled changes nothing")
  func cancelTask() async {
    let store = TestStore(initialState: Refreshable.State()) {
      Refreshable()
    } withDependencies: {
      $0.factClient.fetch = { _ in try await Task.never() }
    }

    let task = await store.send(.refresh)
    await task.cancel()
  }

  @Test("CS EFF-08 A refresh is canceled by an action")
  func cancelAction() async {
    let store = TestStore(initialState: Refreshable.State()) {
      Refreshable()
    } withDependencies: {
      $0.factClient.fetch = { _ in try await Task.never() }
    }

    await store.send(.refresh)
    await store.send(.cancelButtonTapped)
  }
}
