import AppFeature
import ComposableArchitecture
import DatabaseClient
import DependenciesTestSupport
import Foundation
import PlaybackFeature
import RecordingsListFeature
import SharedModels
import Testing
import UnsavedTexts

/// What was typed when the app ended is there when it starts again.
@Suite(.dependencies)
@MainActor
struct UnsavedTextTests {
  private let one = Recording.memo(1, "One")
  private let two = Recording.memo(2, "Two")

  /// The app as it starts again.
  private func started(
    _ texts: [UnsavedText], withDependencies prepare: (inout DependencyValues) -> Void = { _ in }
  ) async -> TestStoreOf<AppFeature> {
    var state = AppFeature.State.loaded(two, one)
    state.phase = .loading
    state.$unsavedTexts.withLock { $0 = texts }
    let store = makeStore(state) {
      $0.database.recordings = { _ in [] }
      $0.database.transcription = { _ in .mock }
      prepare(&$0)
    }
    store.exhaustivity = .off
    await store.send(.recordingsList(.loadResponse(.success(()))))
    await store.receive(\.recordingsList.delegate.loaded)
    return store
  }

  private func title(_ text: String, of recording: Recording) -> UnsavedText {
    UnsavedText(.title, of: recording.id, original: recording.title, text: text)
  }

  private func end(_ store: TestStoreOf<AppFeature>) async {
    await store.skipReceivedActions(strict: false)
    await store.skipInFlightEffects(strict: false)
  }

  @Test("A memo opens in which something was typed, and it is typed there again")
  func memo() async {
    let gone = Recording.memo(9, "Gone")
    let store = await started([
      title("No more", of: gone), title("One and a half", of: one), title("Three", of: two),
    ])
    await store.receive(\.path[id: 0].playback.transcriptResponse)
    #expect(store.state.playback?.recording.id == one.id)
    #expect(store.state.playback?.editing?.field.text == "One and a half")
    #expect(
      store.state.notice
        == "You have unsaved text here. Press enter to save it or esc to discard it. Another "
        + "unsaved text comes back when you open its memo.")
    await end(store)
  }

  @Test("A text as the editor left it is offered")
  func wholeText() async {
    let store = await started([
      UnsavedText(
        .text, of: one.id, original: Transcription.mock.editableText, text: "Typed in the editor.\n"
      )
    ])
    await store.receive(\.path[id: 0].playback.transcriptResponse)
    #expect(store.state.notice == "Your edits to this memo were not saved.")
    #expect(
      store.state.playback?.destination?.alert.map { String(state: $0.title) }
        == "Your edits were not saved.")
    await end(store)
  }

  @Test("Tags for several memos are typed again in the list")
  func severalMemos() async {
    let store = await started([
      UnsavedText(
        .tagChanges, of: two.id, original: "", text: "work", otherRecordingIDs: [one.id])
    ])
    #expect(store.state.path.isEmpty)
    #expect(store.state.recordingsList.destination?.edit?.text.text == "work")
    #expect(store.state.notice?.contains("unsaved text") == true)
    await end(store)
  }

  @Test("A title that was stored after all is not offered")
  func stored() async {
    let store = await started([title("One", of: one)])
    #expect(store.state.unsavedTexts.isEmpty)
    #expect(store.state.path.isEmpty && store.state.notice == nil)
    await end(store)
  }

  @Test("A title that cannot be stored is kept, from the list and from the memo")
  func notStored() async throws {
    let library = DatabaseClient.inMemory(
      [two, one].map { TranscribedMemo(recording: $0, transcription: .mock) })
    var database = library
    database.modify = { _, _ in throw DatabaseError.diskFull(path: "library.sqlite") }
    let store = withDependencies {
      $0.database = database
      $0.date = .constant(Date(timeIntervalSince1970: 0))
    } operation: {
      makeStore(AppFeature.State()) { $0.database = database }
    }
    store.exhaustivity = .off
    await store.send(.recordingsList(.reloadButtonTapped))
    await store.receive(\.recordingsList.delegate.loaded)
    await store.send(.transcription(.delegate(.recordingSelected(one.id))))
    await store.receive(\.path[id: 0].playback.transcriptResponse)
    await store.send(\.path[id: 0].playback.editTitleButtonTapped)
    await store.send(\.path[id: 0].playback.textFieldChanged, .init("One and a half"))
    await store.send(\.path[id: 0].playback.saveButtonTapped)
    await store.receive(\.path[id: 0].playback.detailsSaveResponse)
    #expect(store.state.playback?.destination?.alert != nil)
    #expect(store.state.unsavedTexts == [title("One and a half", of: one)])
    await store.send(.shutDownRequested)
    await store.receive(\.unsavedTextsResponse)
    #expect(store.state.shutDownProblem?.contains("your unsaved text is kept") == true)
    await end(store)
  }

  @Test("A title that is being typed in the list when the app ends is typed again in its memo")
  func renaming() async {
    let store = makeStore(.loaded(two, one))
    store.exhaustivity = .off
    await store.send(.recordingsList(.set(\.list, .init(selection: 1))))
    await store.send(.recordingsList(.editButtonTapped(.title)))
    await store.send(\.recordingsList.destination.edit.textChanged, .init("One and"))
    await store.send(.shutDownRequested)
    await store.receive(\.unsavedTextsResponse)
    #expect(store.state.unsavedTexts == [title("One and", of: one)])
    #expect(store.state.shutDownProblem == nil)
    await end(store)
    let again = await started(store.state.unsavedTexts)
    await again.receive(\.path[id: 0].playback.transcriptResponse)
    #expect(again.state.playback?.editing?.target == .title)
    #expect(again.state.playback?.editing?.field.text == "One and")
    await end(again)
  }

  @Test("What was typed into a memo that leaves the library is kept, and this is said")
  func goneWhileTyped() async {
    let store = makeStore(.loaded(two, one)) {
      $0.database.transcription = { _ in .mock }
    }
    store.exhaustivity = .off
    await store.send(.transcription(.delegate(.recordingSelected(one.id))))
    await store.receive(\.path[id: 0].playback.transcriptResponse)
    await store.send(\.path[id: 0].playback.editTitleButtonTapped)
    await store.send(\.path[id: 0].playback.textFieldChanged, .init("One and"))
    store.state.$recordings.withLock { _ = $0.remove(id: one.id) }
    await store.send(.noticeTimedOut)
    #expect(store.state.path.isEmpty)
    #expect(store.state.unsavedTexts == [title("One and", of: one)])
    #expect(
      store.state.notice
        == "The memo you had open was removed from the library. Restore the memo to get your "
        + "unsaved text back.")
    await end(store)
  }

  @Test("A memo that leaves the library does not take its editor along")
  func goneWhileEdited() async {
    let ends = AsyncStream.makeStream(of: Void.self)
    let store = makeStore(.loaded(two, one)) {
      $0.database.transcription = { _ in .mock }
      $0.terminal.lend = { try await $0() }
      $0.textEditor = .simulated { $0 }
      $0.textEditor.open = { text in
        for await _ in ends.stream { break }
        return .init(file: URL(filePath: "/tmp/memo.txt"), text: text)
      }
    }
    store.exhaustivity = .off
    await store.send(.transcription(.delegate(.recordingSelected(one.id))))
    await store.receive(\.path[id: 0].playback.transcriptResponse)
    await store.send(\.path[id: 0].playback.editorButtonTapped)
    store.state.$recordings.withLock { _ = $0.remove(id: one.id) }
    await store.send(.noticeTimedOut)
    #expect(store.state.playback?.isInEditor == true)
    ends.continuation.yield()
    await store.receive(\.path[id: 0].playback.editorResponse)
    #expect(store.state.path.isEmpty)
    await end(store)
  }
}
