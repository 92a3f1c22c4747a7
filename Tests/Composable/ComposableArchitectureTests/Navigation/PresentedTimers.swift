import ComposableArchitecture

/// A child that counts, runs timers and can close itself.
struct PresentedTimer: Reducer {
  struct State: Equatable, Identifiable {
    var id = 0
    var ticks = 0
    var wasPresented = false
  }

  @CasePathable
  enum Action: Equatable {
    case closeButtonTapped
    case delegate(Delegate)
    case startButtonTapped
    case stopButtonTapped
    case ticked

    @CasePathable
    enum Delegate: Equatable {
      case saved(Int)
    }
  }

  private enum CancelID { case timer }

  @Dependency(\.continuousClock) var clock
  @Dependency(\.dismiss) var dismiss
  @Dependency(\.isPresented) var isPresented

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .closeButtonTapped:
        state.wasPresented = isPresented
        return .run { _ in await dismiss() }

      case .delegate:
        return .none

      case .startButtonTapped:
        return .run { send in
          for await _ in clock.timer(interval: .seconds(1)) { await send(.ticked) }
        }
        .cancellable(id: CancelID.timer, cancelInFlight: true)

      case .stopButtonTapped:
        return .cancel(id: CancelID.timer)

      case .ticked:
        state.ticks += 1
        return .none
      }
    }
  }
}

/// Presents one timer.
struct TimerPresenter: Reducer {
  struct State: Equatable {
    @PresentationState var timer: PresentedTimer.State?
    var saved: [Int] = []
  }

  @CasePathable
  enum Action: Equatable {
    case hideButtonTapped
    case replaceButtonTapped(id: Int)
    case timer(PresentationAction<PresentedTimer.Action>)
    case showButtonTapped
  }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .hideButtonTapped:
        state.timer = nil
        return .none

      case .replaceButtonTapped(let id):
        state.timer = PresentedTimer.State(id: id)
        return .none

      case .showButtonTapped:
        state.timer = PresentedTimer.State()
        return .none

      case .timer(.presented(.delegate(.saved(let number)))):
        state.saved.append(number)
        return .none

      case .timer:
        return .none
      }
    }
    .ifLet(\.$timer, action: \.timer) { PresentedTimer() }
  }
}

/// Holds a stack of timers.
struct TimerStack: Reducer {
  struct State: Equatable {
    var path = StackState<PresentedTimer.State>()
    var seen: [StackElementID] = []
  }

  @CasePathable
  enum Action: Equatable {
    case goBackToButtonTapped(id: StackElementID)
    case path(StackActionOf<PresentedTimer>)
    case popToRootButtonTapped
    case pushButtonTapped(PresentedTimer.State)
  }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .goBackToButtonTapped(let id):
        state.path.pop(to: id)
        return .none

      case .path(.element(let id, action: .delegate(.saved))):
        state.seen.append(id)
        state.path.pop(from: id)
        return .none

      case .path:
        return .none

      case .popToRootButtonTapped:
        state.path.removeAll()
        return .none

      case .pushButtonTapped(let timer):
        state.path.append(timer)
        return .none
      }
    }
    .forEach(\.path, action: \.path) { PresentedTimer() }
  }
}
