import ComposableArchitecture
import Foundation

@Reducer
struct SyncUpsList {
  @Reducer
  enum Destination {
    case add(SyncUpForm)
    case alert(AlertState<Alert>)

    @CasePathable
    enum Alert {
      case confirmLoadMockData
    }
  }

  @ObservableState
  struct State: Equatable {
    @Presents var destination: Destination.State?
    @Shared(.syncUps) var syncUps
  }

  enum Action {
    case addSyncUpButtonTapped
    case confirmAddSyncUpButtonTapped
    case destination(PresentationAction<Destination.Action>)
    case dismissAddSyncUpButtonTapped
    case loadFailed
    case onDelete(IndexSet)
  }

  @Dependency(\.uuid) var uuid

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .addSyncUpButtonTapped:
        state.destination = .add(SyncUpForm.State(syncUp: SyncUp(id: SyncUp.ID(uuid()))))
        return .none

      case .confirmAddSyncUpButtonTapped:
        guard case let .some(.add(form)) = state.destination
        else { return .none }
        var syncUp = form.syncUp
        syncUp.attendees.removeAll { $0.name.allSatisfy(\.isWhitespace) }
        if syncUp.attendees.isEmpty {
          syncUp.attendees.append(
            form.syncUp.attendees.first ?? Attendee(id: Attendee.ID(uuid())))
        }
        state.$syncUps.withLock { _ = $0.append(syncUp) }
        state.destination = nil
        return .none

      case .destination(.presented(.alert(.confirmLoadMockData))):
        state.$syncUps.withLock { $0 = [.mock] }
        return .none

      case .destination:
        return .none

      case .dismissAddSyncUpButtonTapped:
        state.destination = nil
        return .none

      case .loadFailed:
        state.destination = .alert(.dataFailedToLoad)
        return .none

      case let .onDelete(indices):
        state.$syncUps.withLock { $0.remove(atOffsets: indices) }
        return .none
      }
    }
    .ifLet(\.$destination, action: \.destination)
  }
}

extension SyncUpsList.Destination.State: Equatable {}

extension AlertState where Action == SyncUpsList.Destination.Alert {
  static let dataFailedToLoad = Self {
    TextState("Your sync-ups could not be read")
  } actions: {
    ButtonState(action: .confirmLoadMockData) {
      TextState("Start with an example")
    }
    ButtonState(role: .cancel) {
      TextState("Start empty")
    }
  } message: {
    TextState("The file was kept. Do you want an example to begin with?")
  }
}
