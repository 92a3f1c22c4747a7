import ComposableArchitecture
import ComposableTerminal
import DependenciesTestSupport
import SettingsFeature
import SharedModels
import SharedSettings
import TerminalUI
import Testing

@MainActor
struct SettingsFeatureTests {
  private struct Full: Error, CustomStringConvertible {
    let description = "the disk is full"
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
      await store.receive(\.engineStatusResponse) { $0.engineStatus = .usual }
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

  @Test("Typed text is kept")
  func language() async {
    let store = makeStore(choosing: .language)
    await enter("DE", in: store)
    await store.receive(\.destination.presented.edit.delegate.saved) {
      $0.destination = nil
      $0.$settings.withLock { $0.language = "de" }
    }
    await store.receive(\.saveResponse)
  }

  @Test("The languages to detect are typed")
  func languages() async {
    let store = makeStore(choosing: .languages)
    await enter("en, DE", in: store)
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
}
