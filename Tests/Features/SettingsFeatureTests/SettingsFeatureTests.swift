import ComposableArchitecture
import ComposableTerminal
import DependenciesTestSupport
import RetentionCore
import SettingsFeature
import SharedModels
import SharedSettings
import SpeechClient
import TerminalUI
import Testing

@MainActor
struct SettingsFeatureTests {
  private struct Full: Error, CustomStringConvertible {
    let description = "the disk is full"
  }

  private let status = SpeechEngineStatus(
    authorization: .authorized, engine: TranscriptionEngine(name: "fake", version: "1"),
    model: "tiny",
    models: [
      SpeechModel(name: "tiny", folder: "/tiny"), SpeechModel(name: "large"),
      SpeechModel(name: "small", folder: "/small"),
    ])

  private func makeStore(
    _ settings: Settings = Settings(), choosing setting: Setting = .engine,
    update: (inout DependencyValues) -> Void = { _ in }
  ) -> TestStoreOf<SettingsFeature> {
    var state = SettingsFeature.State(settings: Shared(value: settings))
    state.list.selection = state.rows.firstIndex(of: .setting(setting))
    return TestStore(initialState: state) {
      SettingsFeature()
    } withDependencies: {
      $0.audioPlayer.devices = { [] }
      $0.speechClient.engineStatus = { [status] in status }
      update(&$0)
    }
  }

  /// Types a value for the chosen setting and keeps it.
  private func type(_ text: String, _ store: TestStoreOf<SettingsFeature>) async {
    guard case .setting(let setting) = store.state.selection
    else { return }
    let settings = store.state.settings
    await store.send(.editButtonTapped) {
      $0.destination = .edit(TextPrompt<Setting>.State(setting, of: settings))
    }
    await store.send(\.destination.edit.textChanged, TextFieldState(text)) {
      $0.destination.modify(\.edit) { $0.text = TextFieldState(text) }
    }
    await store.send(\.destination.edit.saveButtonTapped)
  }

  @Test("The library's settings are shown unless others are passed")
  func library() {
    @Shared(.settings) var settings
    $settings.withLock { $0.language = "de" }
    #expect(SettingsFeature.State().settings.language == "de")
  }

  @Test("The engine is looked at when the settings are opened")
  func task() async {
    let store = makeStore()
    await withMainSerialExecutor {
      await store.send(.task)
      await store.receive(\.engineStatusResponse) { [status] in $0.engineStatus = status }
      await store.receive(\.devicesResponse)
    }
  }

  @Test("Another setting can be selected")
  func choose() async {
    let store = makeStore()
    await store.send(.set(\.list, ListState(selection: 2))) { $0.list.selection = 2 }
    #expect(store.state.selection == .setting(.language))
  }

  @Test("The quality changes with each choice")
  func quality() async {
    let store = makeStore(choosing: .quality)
    for quality in [TranscriptionQuality.best, .fast] {
      await store.send(.editButtonTapped) {
        $0.$settings.withLock { $0.quality = quality }
      }
      await store.receive(\.saveResponse)
    }
  }

  @Test("Another device is checked at once")
  func compute() async {
    let store = makeStore(choosing: .compute)
    await store.send(.choiceButtonTapped(by: -1)) {
      $0.$settings.withLock { $0.compute = .cuda }
    }
    await store.receive(\.saveResponse)
    await store.receive(\.engineStatusResponse) { [status] in $0.engineStatus = status }
  }

  @Test("Typed text is kept")
  func language() async {
    let store = makeStore(choosing: .language)
    await type("DE", store)
    await store.receive(\.destination.presented.edit.delegate.saved) {
      $0.destination = nil
      $0.$settings.withLock { $0.language = "de" }
    }
    await store.receive(\.saveResponse)
  }

  @Test("The languages to detect are typed")
  func languages() async {
    let store = makeStore(choosing: .languages)
    await type("en, DE", store)
    await store.receive(\.destination.presented.edit.delegate.saved) {
      $0.destination = nil
      $0.$settings.withLock { $0.languages = ["en", "de"] }
    }
    await store.receive(\.saveResponse)
  }

  @Test("An invalid value is refused and stays editable")
  func wrongLanguage() async {
    let store = makeStore(choosing: .language)
    await store.send(.editButtonTapped) {
      $0.destination = .edit(TextPrompt<Setting>.State(.language, of: Settings()))
    }
    await store.send(\.destination.edit.textChanged, TextFieldState("German")) {
      $0.destination.modify(\.edit) { $0.text = TextFieldState("German") }
    }
    await store.send(\.destination.edit.saveButtonTapped)
    await store.receive(\.destination.presented.edit.delegate.saved) {
      $0.destination.modify(\.edit) {
        $0.problem = "'German' is not a language code: use a code such as 'en' or 'de', or 'auto'"
      }
    }
    await store.send(\.destination.edit.textChanged, TextFieldState("Germa")) {
      $0.destination.modify(\.edit) {
        $0.problem = nil
        $0.text = TextFieldState("Germa")
      }
    }
    await store.send(\.destination.edit.cancelButtonTapped)
    await store.receive(\.destination.dismiss) { $0.destination = nil }
    #expect(store.state.settings == Settings())
  }

  @Test("Changing the engine clears what was known of the previous one")
  func engine() async {
    let store = makeStore()
    await store.send(.engineStatusResponse(status)) { [status] in $0.engineStatus = status }
    await type("/bin/sh", store)
    await store.receive(\.destination.presented.edit.delegate.saved) {
      $0.destination = nil
      $0.engineStatus = nil
      $0.$settings.withLock { $0.engine = .program("/bin/sh") }
    }
    await store.receive(\.saveResponse)
    await store.receive(\.engineStatusResponse) { [status] in $0.engineStatus = status }
  }

  @Test("With a server its key can be set, and the server is looked at again then")
  func server() async {
    let store = makeStore(Settings(engine: .server("https://host/v1")), choosing: .engineKey)
    #expect(store.state.selection == .setting(.engineKey))
    await type("/dev/null/key", store)
    await store.receive(\.destination.presented.edit.delegate.saved) {
      $0.destination.modify(\.edit) { prompt in
        prompt.problem =
          "file not found: give one that contains the key and that only you can read, or set "
          + "SPEECHMEMO_ENGINE_KEY to the key"
      }
    }
    await store.send(\.destination.edit.cancelButtonTapped)
    await store.receive(\.destination.dismiss) { $0.destination = nil }
    await store.send(.editButtonTapped) { [settings = store.state.settings] in
      $0.destination = .edit(TextPrompt<Setting>.State(.engineKey, of: settings))
    }
    await store.send(\.destination.edit.saveButtonTapped)
    await store.receive(\.destination.presented.edit.delegate.saved) { $0.destination = nil }
    await store.receive(\.saveResponse)
    await store.receive(\.engineStatusResponse) { [status] in $0.engineStatus = status }
  }

  @Test("Without a server, there is no key to set")
  func noServer() {
    #expect(!makeStore().state.rows.contains(.setting(.engineKey)))
  }

  @Test("Models on this machine come first, and one of them is selected")
  func model() async {
    let store = makeStore(Settings(model: "large"), choosing: .model)
    await store.send(.engineStatusResponse(status)) { [status] in $0.engineStatus = status }
    await store.send(.editButtonTapped) { [status] in
      $0.destination = .models(ChoicePrompt<ModelOption>.State(model: "large", of: status.models))
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

  @Test("The colors go round, in both directions")
  func theme() async {
    let store = makeStore(choosing: .theme)
    await store.send(.editButtonTapped) { $0.$settings.withLock { $0.theme = .dark } }
    await store.receive(\.saveResponse)
    for theme in [Settings.Theme.system, .plain] {
      await store.send(.choiceButtonTapped(by: -1)) { $0.$settings.withLock { $0.theme = theme } }
      await store.receive(\.saveResponse)
    }
  }

  @Test("Vocabulary words are added, deduplicated and removed")
  func vocabulary() async {
    let store = makeStore(Settings(vocabulary: ["Zoë"]), choosing: .vocabulary)
    await store.send(.editButtonTapped) {
      $0.destination = .vocabulary(VocabularyEditor.State(words: $0.$settings.vocabulary))
    }
    await store.send(\.destination.vocabulary.binding.field, TextFieldState("pier, Zoë")) {
      $0.destination.modify(\.vocabulary) { $0.field = TextFieldState("pier, Zoë") }
    }
    await store.send(\.destination.vocabulary.addButtonTapped) {
      $0.destination.modify(\.vocabulary) {
        $0.field = TextFieldState()
        $0.list.selection = 1
        $0.$words.withLock { $0 = ["Zoë", "pier"] }
      }
    }
    await store.receive(\.destination.presented.vocabulary.delegate.changed)
    await store.receive(\.saveResponse)
    await store.send(\.destination.vocabulary.pasted, "pier") {
      $0.destination.modify(\.vocabulary) { $0.field = TextFieldState("pier") }
    }
    await store.send(\.destination.vocabulary.addButtonTapped) {
      $0.destination.modify(\.vocabulary) { $0.field = TextFieldState() }
    }
    await store.send(\.destination.vocabulary.pasted, "rope\nlantern") {
      $0.destination.modify(\.vocabulary) {
        $0.list.selection = 3
        $0.$words.withLock { $0 = ["Zoë", "pier", "rope", "lantern"] }
      }
    }
    await store.receive(\.destination.presented.vocabulary.delegate.changed)
    await store.receive(\.saveResponse)
    await store.send(\.destination.vocabulary.removeButtonTapped) {
      $0.destination.modify(\.vocabulary) {
        $0.list.selection = 2
        $0.$words.withLock { $0 = ["Zoë", "pier", "rope"] }
      }
    }
    await store.receive(\.destination.presented.vocabulary.delegate.changed)
    await store.receive(\.saveResponse)
    await store.send(\.destination.vocabulary.doneButtonTapped)
    await store.receive(\.destination.dismiss) { $0.destination = nil }
    #expect(store.state.settings.transcription.vocabulary == "Zoë, pier, rope")
  }

  @Test("A setting that cannot be stored is reported")
  func notSaved() async {
    let store = makeStore(choosing: .theme)
    await store.send(.saveResponse(.failure(Full()))) {
      $0.destination = .alert(
        AlertState {
          TextState("The setting was not saved.")
        } actions: {
          ButtonState(role: .cancel) { TextState("OK") }
        } message: {
          TextState("the disk is full")
        })
    }
    await store.send(.destination(.dismiss)) { $0.destination = nil }
  }

  @Test("Each theme matches a terminal appearance; an unknown one uses the terminal's")
  func appearance() {
    #expect(
      (Settings.Theme.all + [.other("solarized")]).map(\.appearance)
        == [.automatic, .dark, .light, .plain, .automatic])
  }

  /// Opens the models and chooses one.
  private func choose(
    _ index: Int, _ store: TestStoreOf<SettingsFeature>,
    then update: @escaping (inout SettingsFeature.State) -> Void
  ) async {
    await store.send(.engineStatusResponse(status)) { [status] in $0.engineStatus = status }
    await store.send(.editButtonTapped) { [status] in
      $0.destination = .models(ChoicePrompt<ModelOption>.State(model: nil, of: status.models))
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
    await choose(2, store) {
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
    await choose(1, store) {
      $0.destination = nil
      $0.$settings.withLock { $0.model = "small" }
    }
  }
}
