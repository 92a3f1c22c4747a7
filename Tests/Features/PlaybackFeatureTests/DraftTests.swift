import AudioFileClient
import ComposableArchitecture
import DatabaseClient
import DependenciesTestSupport
import PlaybackFeature
import SharedModels
import TerminalUI
import Testing

/// What is typed and not saved is there again.
@Suite("Playback: drafts")
@MainActor
struct DraftTests {
  private func store(
    _ state: @autoclosure () -> PlaybackFeature.State = .loaded(), text: Transcription? = .mock
  ) -> TestStoreOf<PlaybackFeature> {
    TestStore(initialState: state()) {
      PlaybackFeature()
    } withDependencies: {
      $0.audioFile.peaks = { _, _ in [] }
      $0.database.transcription = { _ in text }
      $0.date = .constant(Date(timeIntervalSince1970: 0))
    }
  }

  private func draft(_ kind: TextDraft.Kind, _ original: String, _ text: String) -> TextDraft {
    TextDraft(kind, of: Recording.mock.id, original: original, text: text)
  }

  @Test("What is typed is kept at once, and no longer when it is thrown away; undo brings it back")
  func keptAndUndone() async {
    let store = store()
    await store.send(.editTitleButtonTapped) {
      $0.editing = PlaybackFeature.Editing(.title, text: Recording.mock.title)
    }
    await store.send(.textFieldChanged(TextFieldState("Money"))) { $0.type("Money") }
    var typed = PlaybackFeature.Editing(.title, text: Recording.mock.title)
    typed.field = TextFieldState("Money")
    await store.send(.cancelButtonTapped) { [typed] in
      $0.endEditing()
      $0.undoSteps = [.typed(typed)]
    }
    await store.send(.undoButtonTapped) { [typed] in
      $0.undoSteps = []
      $0.editing = typed
      $0.$drafts.withLock { $0 = [draft(.title, Recording.mock.title, "Money")] }
    }
    await store.send(.textFieldChanged(TextFieldState(Recording.mock.title))) {
      $0.editing?.field = TextFieldState(Recording.mock.title)
      $0.$drafts.withLock { $0 = [] }
    }
  }

  @Test(
    "A draft of the last time is being typed again when the memo is opened", .dependencies,
    arguments: [
      (TextDraft.Kind.title, Recording.mock.title, PlaybackFeature.Editing.Target.title),
      (.tags, "speech, example", .tags),
      (.sentence, "Please send it tomorrow.", .segment(1)),
    ])
  func takenUp(
    kind: TextDraft.Kind, original: String, target: PlaybackFeature.Editing.Target
  ) async {
    let store = store()
    let drafts = store.state.$drafts
    drafts.withLock { $0 = [draft(kind, original, "Typed")] }
    store.exhaustivity = .off
    await store.send(.transcriptResponse(.success(.mock)))
    #expect(store.state.editing?.target == target)
    #expect(store.state.editing?.originalText == original)
    #expect(store.state.editing?.field.text == "Typed")
    await store.send(.cancelButtonTapped)
    #expect(drafts.wrappedValue.isEmpty)
  }

  @Test("A draft of a sentence that is another one by now is shown, and not lost without a word")
  func fitsNoMore() async {
    let store = store()
    let drafts = store.state.$drafts
    drafts.withLock { $0 = [draft(.sentence, "What was said before.", "What I typed.")] }
    store.exhaustivity = .off
    await store.send(.transcriptResponse(.success(.mock)))
    #expect(store.state.editing == nil)
    #expect(store.state.alert?.message.map { String(state: $0) }?.contains("What I typed.") == true)
    #expect(drafts.wrappedValue.isEmpty)
  }

  @Test("A draft of another memo stays where it is")
  func other() async {
    let store = store()
    let other = TextDraft(
      .title, of: Recording.ID(UUID(uuid: (9, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 9))),
      original: "A", text: "B")
    store.state.$drafts.withLock { $0 = [other] }
    store.exhaustivity = .off
    await store.send(.transcriptResponse(.success(.mock)))
    #expect(store.state.editing == nil)
    #expect(store.state.drafts == [other])
  }
}
