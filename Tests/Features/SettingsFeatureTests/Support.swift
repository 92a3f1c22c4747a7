import ComposableArchitecture
import ComposableTerminal
import SettingsFeature
import SharedModels
import SharedSettings
import SpeechClient
import TerminalUI

extension SpeechEngineStatus {
  static let usual = Self(
    authorization: .authorized, engine: TranscriptionEngine(name: "fake", version: "1"),
    model: "tiny",
    models: [
      SpeechModel(name: "tiny", folder: "/tiny"), SpeechModel(name: "large"),
      SpeechModel(name: "small", folder: "/small"),
    ])
}

@MainActor
func makeStore(
  _ settings: Settings = Settings(), choosing setting: Setting = .engine,
  update: (inout DependencyValues) -> Void = { _ in }
) -> TestStoreOf<SettingsFeature> {
  var state = SettingsFeature.State(settings: Shared(value: settings))
  state.list.selection = state.rows.firstIndex(of: .setting(setting))
  return TestStore(initialState: state) {
    SettingsFeature()
  } withDependencies: {
    $0.audioPlayer.devices = { [] }
    $0.speechClient.engineStatus = { .usual }
    update(&$0)
  }
}

/// Types a value for the chosen setting and saves it.
@MainActor
func enter(_ text: String, in store: TestStoreOf<SettingsFeature>) async {
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
