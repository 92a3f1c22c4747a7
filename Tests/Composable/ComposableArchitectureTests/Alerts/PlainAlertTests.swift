import ComposableArchitecture
import Testing

/// Stores an alert in an optional.
@Reducer
private struct Deletion {
  @ObservableState
  struct State: Equatable {
    var alert: AlertState<Alert>?
    var isDeleted = false
    var sawAlert = false
  }

  @CasePathable
  enum Alert: Equatable, Sendable {
    case confirmButtonTapped
  }

  enum Action: Sendable {
    case alert(Alert)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .alert(.confirmButtonTapped):
        state.sawAlert = state.alert != nil
        state.isDeleted = true
        return .none
      }
    }
    .ifLet(\.alert, action: \.alert)
  }
}

@MainActor
struct PlainAlertTests {
  @Test("ALT-01 an alert in a plain optional goes when it is answered")
  func answered() async {
    let alert = AlertState<Deletion.Alert> { TextState("Delete?") }
    let store = TestStore(initialState: Deletion.State(alert: alert)) { Deletion() }
    await store.send(\.alert.confirmButtonTapped) {
      $0.alert = nil
      $0.isDeleted = true
    }
  }
}
