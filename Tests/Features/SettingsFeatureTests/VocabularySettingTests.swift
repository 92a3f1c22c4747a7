import ComposableArchitecture
import SettingsFeature
import SharedSettings
import TerminalUI
import Testing

@Suite("Settings: the vocabulary")
@MainActor
struct VocabularySettingTests {
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
}
