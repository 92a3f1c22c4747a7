import ComposableArchitecture
import Testing

@Reducer
struct NavigationDemo {
  @Reducer
  enum Path {
    case screenA(ScreenA)
    case screenB(ScreenB)
    case screenC(Timers)
  }

  @ObservableState
  struct State: Equatable {
    var path = StackState<Path.State>()
  }

  enum Action {
    case goBackToScreen(id: StackElementID)
    case goToABCButtonTapped
    case path(StackActionOf<Path>)
    case popToRoot
  }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case let .goBackToScreen(id):
        state.path.pop(to: id)
        return .none

      case .goToABCButtonTapped:
        state.path.append(.screenA(ScreenA.State()))
        state.path.append(.screenB(ScreenB.State()))
        state.path.append(.screenC(Timers.State()))
        return .none

      case let .path(action):
        switch action {
        case .element(id: _, action: .screenB(.screenAButtonTapped)):
          state.path.append(.screenA(ScreenA.State()))
          return .none
        case .element(id: _, action: .screenB(.screenBButtonTapped)):
          state.path.append(.screenB(ScreenB.State()))
          return .none
        case .element(id: _, action: .screenB(.screenCButtonTapped)):
          state.path.append(.screenC(Timers.State()))
          return .none
        default:
          return .none
        }

      case .popToRoot:
        state.path.removeAll()
        return .none
      }
    }
    .forEach(\.path, action: \.path)
  }
}

extension NavigationDemo.Path.State: Equatable {}

@Reducer
struct ScreenA {
  @ObservableState
  struct State: Equatable {
    var count = 0
    var fact: String?
    var isLoading = false
  }

  enum Action {
    case decrementButtonTapped
    case dismissButtonTapped
    case factButtonTapped
    case factResponse(Result<String, any Error>)
    case incrementButtonTapped
  }

  @Dependency(\.dismiss) var dismiss
  @Dependency(\.factClient) var factClient

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .decrementButtonTapped:
        state.count -= 1
        return .none

      case .dismissButtonTapped:
        return .run { _ in await self.dismiss() }

      case .factButtonTapped:
        state.isLoading = true
        return .run { [count = state.count] send in
          await send(.factResponse(Result { try await self.factClient.fetch(count) }))
        }

      case let .factResponse(.success(fact)):
        state.isLoading = false
        state.fact = fact
        return .none

      case .factResponse(.failure):
        state.isLoading = false
        state.fact = nil
        return .none

      case .incrementButtonTapped:
        state.count += 1
        return .none
      }
    }
  }
}

@Reducer
struct ScreenB {
  @ObservableState
  struct State: Equatable {}

  enum Action {
    case screenAButtonTapped
    case screenBButtonTapped
    case screenCButtonTapped
  }

  var body: some Reducer<State, Action> {
    EmptyReducer()
  }
}

@MainActor
struct NavigationDemoTests {
  @Test(
    "CS-06 NAV-03 NAV-04 NAV-05 Three screens are pushed at once; back goes to one, then to the root"
  )
  func pushAndPop() async {
    let store = TestStore(initialState: NavigationDemo.State()) {
      NavigationDemo()
    }

    await store.send(.goToABCButtonTapped) {
      $0.path[id: 0] = .screenA(ScreenA.State())
      $0.path[id: 1] = .screenB(ScreenB.State())
      $0.path[id: 2] = .screenC(Timers.State())
    }
    await store.send(.goBackToScreen(id: 1)) {
      $0.path.pop(from: 2)
    }
    await store.send(.popToRoot) {
      $0.path.removeAll()
    }
  }

  @Test("CS-06 NAV-12 NAV-18 The parent reacts to a screen's action and pushes the next")
  func decoupled() async {
    let store = TestStore(
      initialState: NavigationDemo.State(path: StackState([.screenB(ScreenB.State())]))
    ) {
      NavigationDemo()
    }

    await store.send(\.path[id: 0].screenB.screenCButtonTapped) {
      $0.path[id: 1] = .screenC(Timers.State())
    }
  }

  @Test("CS-06 NAV-14 NAV-19 A screen dismisses itself")
  func dismiss() async {
    let store = TestStore(
      initialState: NavigationDemo.State(path: StackState([.screenA(ScreenA.State())]))
    ) {
      NavigationDemo()
    }

    await store.send(\.path[id: 0].screenA.dismissButtonTapped)
    await store.receive(\.path.popFrom) {
      $0.path = StackState()
    }
  }

  @Test("CS-06 EFF-16 A request of a screen is torn down with the screen")
  func tearDown() async {
    let clock = TestClock()
    let store = TestStore(
      initialState: NavigationDemo.State(path: StackState([.screenC(Timers.State())]))
    ) {
      NavigationDemo()
    } withDependencies: {
      $0.continuousClock = clock
    }

    await store.send(\.path[id: 0].screenC.toggleTimerButtonTapped) {
      $0.path[id: 0]?.modify(\.screenC) { $0.isTimerActive = true }
    }
    await clock.advance(by: .seconds(1))
    await store.receive(\.path[id: 0].screenC.timerTicked) {
      $0.path[id: 0, case: \.screenC]?.secondsElapsed = 1
    }
    await store.send(.path(.popFrom(id: 0))) {
      $0.path = StackState()
    }
    await clock.advance(by: .seconds(10))
  }
}
