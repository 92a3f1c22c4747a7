import ComposableArchitecture
import Testing

@Reducer
struct CounterFeature {
  @ObservableState
  struct State: Equatable {
    var count = 0
  }

  enum Action { case decrementButtonTapped, incrementButtonTapped }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .decrementButtonTapped:
        state.count -= 1
        return .none
      case .incrementButtonTapped:
        state.count += 1
        return .none
      }
    }
  }
}

/// Fields bound by hand.
@Reducer
struct SettingsForm {
  @ObservableState
  struct State: Equatable {
    var isNotificationEnabled = true
    var userName = ""
  }

  enum Action {
    case toggleNotifications(Bool)
    case userNameChanged(String)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case let .toggleNotifications(isEnabled):
        state.isNotificationEnabled = isEnabled
        return .none
      case let .userNameChanged(name):
        state.userName = name
        return .none
      }
    }
  }
}

@Reducer
struct FormFeature {
  @ObservableState
  struct State: Equatable {
    var sliderValue = 5.0
    var stepCount = 10
    var text = ""
    var toggleIsOn = false
  }

  enum Action: BindableAction {
    case binding(BindingAction<State>)
    case resetButtonTapped
  }

  var body: some Reducer<State, Action> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .binding(\.stepCount):
        state.sliderValue = min(state.sliderValue, Double(state.stepCount))
        return .none
      case .binding:
        return .none
      case .resetButtonTapped:
        state = State()
        return .none
      }
    }
  }
}

@MainActor
struct FormTests {
  @Test("CS-13 RED-03 RED-22 TST-04 A counter counts")
  func counter() async {
    let store = TestStore(initialState: CounterFeature.State()) {
      CounterFeature()
    }

    await store.send(.incrementButtonTapped) { $0.count = 1 }
    await store.send(.decrementButtonTapped) { $0.count = 0 }
  }

  @Test("CS-16 Fields are bound by hand")
  func settings() async {
    let store = TestStore(initialState: SettingsForm.State()) {
      SettingsForm()
    }

    await store.send(\.userNameChanged, "Ada") { $0.userName = "Ada" }
    await store.send(\.toggleNotifications, false) { $0.isNotificationEnabled = false }
  }

  @Test("CS-16 RED-19 ALT-07 ALT-08 Fields are bound by key path, and one limits another")
  func form() async {
    let store = TestStore(initialState: FormFeature.State()) {
      FormFeature()
    }

    await store.send(\.binding.sliderValue, 8) { $0.sliderValue = 8 }
    await store.send(.set(\.stepCount, 3)) {
      $0.sliderValue = 3
      $0.stepCount = 3
    }
    await store.send(.binding(.set(\.text, "Hi"))) { $0.text = "Hi" }
    await store.send(\.binding.toggleIsOn, true) { $0.toggleIsOn = true }
    await store.send(.resetButtonTapped) { $0 = FormFeature.State() }
  }

  @Test("CS-16 ALT-06 A store's field is set through the store")
  func storeSetter() {
    let store = Store(initialState: FormFeature.State()) {
      FormFeature()
    }

    store.text = "Hi"
    store.stepCount = 2

    #expect(store.text == "Hi")
    #expect(store.sliderValue == 2)
  }
}
