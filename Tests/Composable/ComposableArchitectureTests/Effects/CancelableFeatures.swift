import ComposableArchitecture

/// A feature with work that runs until it is canceled.
@Reducer
struct Worker {
  @ObservableState
  struct State: Equatable, Identifiable {
    var id = 0
    var ended: [String] = []
    var received = 0
  }

  enum Action: Sendable {
    case ended(String)
    case received
    case start(String, cancelInFlight: Bool = false)
    case startUncancellable
    case stop(String)
    case stopFromEffect(String)
    case work(@Sendable (Send<Action>) async -> Void)
  }

  @Dependency(\.ends) var ends

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .ended(let name):
        state.ended.append(name)
        return .none

      case .received:
        state.received += 1
        return .none

      case .start(let name, let cancelInFlight):
        return forever(name).cancellable(id: name, cancelInFlight: cancelInFlight)

      case .startUncancellable:
        return forever("uncancellable")

      case .stop(let name):
        return .cancel(id: name)

      case .stopFromEffect(let name):
        return .run { _ in Task.cancel(id: name) }

      case .work(let work):
        return .run { send in await work(send) }
      }
    }
  }

  private func forever(_ name: String) -> Effect<Action> {
    .run { [ends] send in
      try? await Task.never()
      ends.withValue { $0.append(name) }
      await send(.received)
    }
  }
}

/// The names of the effects that have ended.
enum EndsKey: DependencyKey {
  static var liveValue: LockIsolated<[String]> { LockIsolated([]) }
  static var testValue: LockIsolated<[String]> { LockIsolated([]) }
}

extension DependencyValues {
  var ends: LockIsolated<[String]> {
    get { self[EndsKey.self] }
    set { self[EndsKey.self] = newValue }
  }
}

@Reducer
struct Workplace {
  @ObservableState
  struct State: Equatable {
    var left = Worker.State()
    var optional: Worker.State?
    var room = Room.empty
    var staff: IdentifiedArrayOf<Worker.State> = []
  }

  @CasePathable
  @ObservableState
  enum Room: Equatable {
    case empty
    case taken(Worker.State)
  }

  enum Action {
    case change(@Sendable (inout State) -> Void)
    case left(Worker.Action)
    case optional(Worker.Action)
    case room(RoomAction)
    case staff(IdentifiedActionOf<Worker>)
    case stop(String)
  }

  @CasePathable
  enum RoomAction {
    case leave
    case taken(Worker.Action)
  }

  var body: some ReducerOf<Self> {
    Scope(\.left, action: \.left) { Worker() }
    Scope(\.room, action: \.room) {
      Reduce { state, action in
        if case .leave = action { state = .empty }
        return .none
      }
      .ifCaseLet(\.taken, action: \.taken) { Worker() }
    }
    Reduce { state, action in
      switch action {
      case .change(let change):
        change(&state)
        return .none
      case .stop(let name):
        return .cancel(id: name)
      default:
        return .none
      }
    }
    .ifLet(\.optional, action: \.optional) { Worker() }
    .forEach(\.staff, action: \.staff) { Worker() }
  }
}
