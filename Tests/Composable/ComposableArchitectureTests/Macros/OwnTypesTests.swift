import ComposableArchitecture
import Testing

/// States and actions that `@Reducer` finds, and does not write.
@MainActor
@Suite("A reducer's own types")
struct OwnTypesTests {
  @Test("RED-01 an action may write its case paths by hand")
  func handWrittenCasePaths() async {
    let store = TestStore(initialState: Switch.State()) { Switch() }
    await store.send(\.set, true) { $0.isOn = true }
  }

  @Test("RED-10 RED-27 data that an enum's own actions are for has a store")
  func store() {
    let alert = AlertState<Prompt.Alert> { TextState("Sure?") }
    let store = Store(initialState: .alert(alert)) { Prompt.body }
    guard case .alert(let alertStore) = store.case
    else {
      Issue.record("Another case")
      return
    }
    #expect(alertStore.state == alert)
    alertStore.send(.confirm)
    #expect(store.alert == alert)
  }

  @Test("RED-10 an action of an enum's own Action reaches its feature, and ends an alert")
  func presented() async {
    let store = TestStore(initialState: Presenter.State(prompt: .toggle(Switch.State()))) {
      Presenter()
    }
    await store.send(\.prompt.toggle.set, true) {
      $0.prompt = .toggle(Switch.State(isOn: true))
    }
    await store.send(.showButtonTapped) {
      $0.prompt = .alert(AlertState { TextState("Sure?") })
    }
    await store.send(\.prompt.alert.confirm) {
      $0.confirmed = 1
      $0.prompt = nil
    }
  }
}

@Reducer
private struct Switch {
  @ObservableState
  struct State: Equatable {
    var isOn = false
  }

  enum Action: CasePathable {
    case set(Bool)

    struct AllCasePaths {
      var set: AnyCasePath<Action, Bool> {
        AnyCasePath(
          embed: { .set($0) }, extract: { if case .set(let value) = $0 { value } else { nil } })
      }
    }

    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .set(let isOn):
        state.isOn = isOn
        return .none
      }
    }
  }
}

@Reducer
private enum Prompt {
  @ReducerCaseIgnored case alert(AlertState<Alert>)
  case toggle(Switch)

  enum Action {
    case alert(Alert)
    case toggle(Switch.Action)
  }

  @CasePathable
  enum Alert {
    case confirm
  }
}

extension Prompt.State: Equatable {}

@Reducer
private struct Presenter {
  @ObservableState
  struct State: Equatable {
    var confirmed = 0
    @Presents var prompt: Prompt.State?
  }

  enum Action {
    case prompt(PresentationAction<Prompt.Action>)
    case showButtonTapped
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .prompt(.presented(.alert(.confirm))):
        state.confirmed += 1
        return .none

      case .prompt:
        return .none

      case .showButtonTapped:
        state.prompt = .alert(AlertState { TextState("Sure?") })
        return .none
      }
    }
    .ifLet(\.$prompt, action: \.prompt)
  }
}
