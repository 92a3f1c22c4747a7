import ComposableArchitecture
import ComposableTerminal
import SettingsFeature
import SharedSettings
import SpeechClient
import TerminalUI
import Testing

@Suite("Settings: the model")
@MainActor
struct ModelSettingTests {
  @Test("Models on this machine come first, and one of them is selected")
  func model() async {
    let store = makeStore(Settings(model: "large"), choosing: .model)
    await store.send(.engineStatusResponse(.usual)) { $0.engineStatus = .usual }
    await store.send(.editButtonTapped) {
      $0.destination = .models(
        ChoicePrompt<ModelOption>.State(model: "large", of: SpeechEngineStatus.usual.models))
    }
    let choice = store.state.destination?.models
    #expect(
      choice?.choices == [
        .init("Engine default", remark: "tiny", value: .engineDefault),
        .init("small", remark: "on this machine", value: .named("small")),
        .init("large", remark: "not installed", isFaint: true, value: .named("large")),
        .init("Other", remark: "a name or a folder", value: .other),
      ])
    #expect(choice?.list.selection == 2)
    await store.send(\.destination.models.binding.list, ListState(selection: 1)) {
      $0.destination.modify(\.models) { $0.list.selection = 1 }
    }
    await store.send(\.destination.models.chooseButtonTapped)
    await store.receive(\.destination.presented.models.delegate.chosen) {
      $0.destination = nil
      $0.$settings.withLock { $0.model = "small" }
    }
    await store.receive(\.saveResponse)
  }

  @Test("The engine's own model is not custom; an unknown one stays selectable")
  func ownModel() async {
    let store = makeStore(Settings(model: "mine"), choosing: .model)
    await store.send(.editButtonTapped) {
      $0.destination = .models(ChoicePrompt<ModelOption>.State(model: "mine", of: []))
    }
    #expect(
      store.state.destination?.models?.choices.map(\.value)
        == [.engineDefault, .named("mine"), .other])
    await store.send(\.destination.models.binding.list, ListState(selection: 0)) {
      $0.destination.modify(\.models) { $0.list.selection = 0 }
    }
    await store.send(\.destination.models.chooseButtonTapped)
    await store.receive(\.destination.presented.models.delegate.chosen) {
      $0.destination = nil
      $0.$settings.withLock { $0.model = nil }
    }
    await store.receive(\.saveResponse)
  }

  @Test("Any other model is typed")
  func otherModel() async {
    let store = makeStore(choosing: .model)
    await store.send(.editButtonTapped) {
      $0.destination = .models(ChoicePrompt<ModelOption>.State(model: nil, of: []))
    }
    await store.send(\.destination.models.binding.list, ListState(selection: 1)) {
      $0.destination.modify(\.models) { $0.list.selection = 1 }
    }
    await store.send(\.destination.models.chooseButtonTapped)
    await store.receive(\.destination.presented.models.delegate.chosen) {
      $0.destination = .edit(TextPrompt<Setting>.State(.model, of: Settings()))
    }
    await store.send(\.destination.edit.textChanged, TextFieldState("some/model")) {
      $0.destination.modify(\.edit) { $0.text = TextFieldState("some/model") }
    }
    await store.send(\.destination.edit.saveButtonTapped)
    await store.receive(\.destination.presented.edit.delegate.saved) {
      $0.destination = nil
      $0.$settings.withLock { $0.model = "some/model" }
    }
    await store.receive(\.saveResponse)
  }

  @Test("A missing model is downloaded on confirmation")
  func fetch() async {
    let fetched = LockIsolated<[String]>([])
    let store = makeStore(choosing: .model) {
      $0.speechClient.prepareModel = { name in fetched.withValue { $0.append(name) } }
    }
    await chooseMissing(store)
    #expect(fetched.value == [])
    await store.send(\.destination.alert.fetchButtonTapped, "large") {
      $0.destination = nil
      $0.fetching = "large"
    }
    await store.receive(\.fetchResponse) { $0.fetching = nil }
    await store.receive(\.engineStatusResponse)
    #expect(fetched.value == ["large"])
  }

  @Test("A model that cannot be downloaded shows the reason")
  func notFetched() async {
    let store = makeStore(choosing: .model) {
      $0.speechClient.prepareModel = { _ in
        throw SpeechClient.Failure.weights(
          message: "the model 'large' could not be downloaded", hint: "check the network")
      }
    }
    await chooseMissing(store)
    await store.send(\.destination.alert.fetchButtonTapped, "large") {
      $0.destination = nil
      $0.fetching = "large"
    }
    await store.receive(\.fetchResponse) {
      $0.destination = .alert(
        .message(
          "'large' could not be downloaded.",
          "The model 'large' could not be downloaded: check the network."))
      $0.fetching = nil
    }
  }

  @Test("A downloaded model is not offered for download")
  func installed() async {
    let store = makeStore(choosing: .model)
    await chooseModel(1, store) {
      $0.destination = nil
      $0.$settings.withLock { $0.model = "small" }
    }
  }

  /// Opens the models and chooses one.
  private func chooseModel(
    _ index: Int, _ store: TestStoreOf<SettingsFeature>,
    then update: @escaping (inout SettingsFeature.State) -> Void
  ) async {
    await store.send(.engineStatusResponse(.usual)) { $0.engineStatus = .usual }
    await store.send(.editButtonTapped) {
      $0.destination = .models(
        ChoicePrompt<ModelOption>.State(model: nil, of: SpeechEngineStatus.usual.models))
    }
    await store.send(\.destination.models.binding.list, ListState(selection: index)) {
      $0.destination.modify(\.models) { $0.list.selection = index }
    }
    await store.send(\.destination.models.chooseButtonTapped)
    await store.receive(\.destination.presented.models.delegate.chosen, assert: update)
    await store.receive(\.saveResponse)
  }

  /// Chooses the model that is not on this machine.
  private func chooseMissing(_ store: TestStoreOf<SettingsFeature>) async {
    await chooseModel(2, store) {
      $0.destination = .alert(
        AlertState {
          TextState("Download 'large' now?")
        } actions: {
          ButtonState(action: .fetchButtonTapped("large")) { TextState("Download") }
          ButtonState(role: .cancel) { TextState("Later") }
        } message: {
          TextState(
            "It is not on this machine yet. Otherwise, the engine downloads it on first use.")
        })
      $0.$settings.withLock { $0.model = "large" }
    }
  }
}
