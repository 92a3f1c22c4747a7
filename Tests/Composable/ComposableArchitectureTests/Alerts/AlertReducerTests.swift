import ComposableArchitecture
import Testing

@MainActor
@Suite("Alerts of a feature")
struct AlertReducerTests {
  @Test("ALT-01 ALT-04 RED-05 RED-16 a custom alert is shown, answered and dismissed")
  func answered() async {
    let store = TestStore(initialState: Recorder.State()) { Recorder() }
    await store.send(.stopButtonTapped) { $0.alert = .end }
    await store.send(.alert(.presented(.confirmSave))) {
      $0.alert = nil
      $0.saves = 1
    }
    await store.send(.stopButtonTapped) { $0.alert = .end }
    await store.send(\.alert.confirmDiscard) { $0.alert = nil }
    await store.send(.stopButtonTapped) { $0.alert = .end }
    await store.send(\.alert.dismiss) { $0.alert = nil }
  }

  @Test("ALT-01 an answer to a dismissed alert is reported")
  func absent() {
    let store = Store(initialState: Recorder.State()) { Recorder() }
    withExpectedIssue { _ = store.send(.alert(.presented(.confirmSave))) }
  }

  @Test("ALT-01 a button's action is an action of the feature")
  func buttonOfState() {
    let store = Store(initialState: Recorder.State()) { Recorder() }
    store.send(.stopButtonTapped)
    store.withState(\.alert)?.buttons.last?.withAction { action in
      if let action { store.send(.alert(.presented(action))) }
    }
    #expect(store.saves == 1)
    #expect(store.alert == nil)
  }
}

@Reducer
private struct Recorder {
  @ObservableState
  struct State: Equatable {
    @Presents var alert: AlertState<Action.Alert>?
    var saves = 0
  }

  enum Action {
    case alert(PresentationAction<Alert>)
    case stopButtonTapped

    @CasePathable
    enum Alert {
      case confirmDiscard
      case confirmSave
    }
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .alert(.presented(.confirmSave)):
        state.saves += 1
        return .none

      case .alert:
        return .none

      case .stopButtonTapped:
        state.alert = .end
        return .none
      }
    }
    .ifLet(\.$alert, action: \.alert)
  }
}

extension AlertState where Action == Recorder.Action.Alert {
  fileprivate static let end = Self {
    TextState("End?")
  } actions: {
    ButtonState(role: .destructive, action: .confirmDiscard) { TextState("Discard") }
    ButtonState(action: .confirmSave) { TextState("Save") }
  }
}
