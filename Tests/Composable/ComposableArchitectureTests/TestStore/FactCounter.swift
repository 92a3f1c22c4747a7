import ComposableArchitecture

/// Counts, and asks a client for a fact about the count.
struct FactCounter: Reducer {
  struct State: Equatable {
    var count = 0
    var fact: String?
    var isLoading = false
  }

  @CasePathable
  enum Action: Equatable {
    case decrementButtonTapped
    case delegate(Delegate)
    case factButtonTapped
    case factResponse(String)
    case incrementButtonTapped
    case nothing
    case startTimerButtonTapped
    case stopTimerButtonTapped
    case timerTicked

    @CasePathable
    enum Delegate: Equatable {
      case reached(Int)
    }
  }

  enum CancelID { case timer }

  @Dependency(\.continuousClock) var clock
  @Dependency(\.fact) var fact

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .decrementButtonTapped:
      state.count -= 1
      return .none

    case .delegate, .nothing:
      return .none

    case .factButtonTapped:
      state.isLoading = true
      return .run { [count = state.count] send in
        await send(.factResponse(fact(count)))
      }

    case .factResponse(let text):
      state.isLoading = false
      state.fact = text
      return .none

    case .incrementButtonTapped:
      state.count += 1
      return state.count == 3 ? .send(.delegate(.reached(3))) : .none

    case .startTimerButtonTapped:
      return .run { send in
        for await _ in clock.timer(interval: .seconds(1)) { await send(.timerTicked) }
      }
      .cancellable(id: CancelID.timer)

    case .stopTimerButtonTapped:
      return .cancel(id: CancelID.timer)

    case .timerTicked:
      state.count += 1
      return .none
    }
  }
}

private enum FactKey: TestDependencyKey {
  static let testValue: @Sendable (Int) async -> String = unimplemented("fact", placeholder: "")
}

extension DependencyValues {
  var fact: @Sendable (Int) async -> String {
    get { self[FactKey.self] }
    set { self[FactKey.self] = newValue }
  }
}
