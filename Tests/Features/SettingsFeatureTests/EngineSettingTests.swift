import ComposableArchitecture
import ComposableTerminal
import SettingsFeature
import SharedSettings
import TerminalUI
import Testing

@Suite("Settings: the engine")
@MainActor
struct EngineSettingTests {
  @Test("Another device is checked at once")
  func compute() async {
    let store = makeStore(choosing: .compute)
    await store.send(.choiceButtonTapped(by: -1)) {
      $0.$settings.withLock { $0.compute = .cuda }
    }
    await store.receive(\.saveResponse)
    await store.receive(\.engineStatusResponse) { $0.engineStatus = .usual }
  }

  @Test("Changing the engine clears what was known of the previous one")
  func engine() async {
    let store = makeStore()
    await store.send(.engineStatusResponse(.usual)) { $0.engineStatus = .usual }
    await enter("/bin/sh", in: store)
    await store.receive(\.destination.presented.edit.delegate.saved) {
      $0.destination = nil
      $0.engineStatus = nil
      $0.$settings.withLock { $0.engine = .program("/bin/sh") }
    }
    await store.receive(\.saveResponse)
    await store.receive(\.engineStatusResponse) { $0.engineStatus = .usual }
  }

  @Test("With a server its key can be set, and the server is looked at again then")
  func server() async {
    let store = makeStore(Settings(engine: .server("https://host/v1")), choosing: .engineKey)
    #expect(store.state.selection == .setting(.engineKey))
    await enter("/dev/null/key", in: store)
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
    await store.receive(\.engineStatusResponse) { $0.engineStatus = .usual }
  }

  @Test("Without a server, there is no key to set")
  func noServer() {
    #expect(!makeStore().state.rows.contains(.setting(.engineKey)))
  }

  @Test("A language model's server is shown once it is set, and can be turned off")
  func assistant() async {
    #expect(!makeStore().state.rows.contains(.setting(.assistant)))
    let store = makeStore(
      Settings(assistant: "https://host/v1", assistantModel: "gemma"), choosing: .assistantModel)
    #expect(
      store.state.rows.suffix(3)
        == [.setting(.assistant), .setting(.assistantKey), .setting(.assistantModel)])
    await enter("llama", in: store)
    await store.receive(\.destination.presented.edit.delegate.saved) {
      $0.destination = nil
      $0.$settings.withLock { $0.assistantModel = "llama" }
    }
    await store.receive(\.saveResponse)
    await store.send(.set(\.list, ListState(selection: store.state.rows.count - 3))) {
      $0.list.selection = $0.rows.count - 3
    }
    await enter("off", in: store)
    await store.receive(\.destination.presented.edit.delegate.saved) {
      $0.destination = nil
      $0.$settings.withLock { $0.assistant = nil }
    }
    await store.receive(\.saveResponse)
  }
}
