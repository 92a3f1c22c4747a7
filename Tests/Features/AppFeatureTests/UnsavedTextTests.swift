import AppFeature
import ComposableArchitecture
import ComposableTerminal
import DatabaseClient
import DependenciesTestSupport
import Foundation
import SharedModels
import Testing
import UndoCore

@testable import PlaybackFeature
@testable import RecordingsListFeature

/// Text typed when the app ended is restored when it starts again.
@Suite(.dependencies)
@MainActor
struct UnsavedTextTests {
  private let one = Recording.memo(1, "One")
  private let two = Recording.memo(2, "Two")

  /// The app as it starts again.
  private func started(
    _ texts: [UnsavedText], list: @escaping (inout AppFeature.State) -> Void = { _ in },
    loaded: @escaping (inout AppFeature.State) -> Void = { _ in },
    playback: ((inout PlaybackFeature.State) -> Void)? = nil
  ) async -> TestStoreOf<AppFeature> {
    var state = AppFeature.State.loaded(two, one)
    state.phase = .loading
    state.$unsavedTexts.withLock { $0 = texts }
    let store = makeStore(state) {
      $0.database.recordings = { _ in [] }
      $0.database.transcription = { _ in .mock }
    }
    await withMainSerialExecutor {
      await store.send(.recordingsList(.loadResponse(.success(())))) {
        $0.select(two)
        list(&$0)
      }
      await store.receive(\.recordingsList.delegate.loaded) {
        $0.phase = .running
        loaded(&$0)
      }
      if playback != nil { await store.receive(\.path[id: 0].playback.task) }
      await store.receive(\.retentionResponse.success, nil)
      guard let playback
      else { return }
      await store.receive(\.path[id: 0].playback.transcriptResponse.success) {
        $0.path[id: 0]?.modify(\.playback) {
          $0.transcript = .loaded(Transcript(.mock))
          playback(&$0)
        }
      }
    }
    return store
  }

  private func title(_ text: String, of recording: Recording) -> UnsavedText {
    UnsavedText(.title, of: recording.id, original: recording.title, text: text)
  }

  private func end(_ store: TestStoreOf<AppFeature>) async {
    await store.skipInFlightEffects(strict: false)
  }

  @Test("A memo with unsaved text opens with that text")
  func memo() async {
    let gone = Recording.memo(9, "Gone")
    let store = await started(
      [title("No more", of: gone), title("One and a half", of: one), title("Three", of: two)],
      loaded: {
        $0.open(one, id: 0)
        $0.notice =
          "You have unsaved text here. Press enter to save it or esc to discard it. Another "
          + "unsaved text comes back when you open its memo."
        $0.noticeSubject = .unsaved([one.id])
      },
      playback: { $0.editing = .init(.title, text: "One", typed: "One and a half") })
    await end(store)
  }

  @Test(
    "The notice about unsaved text ends when the text is saved or discarded",
    arguments: [true, false])
  func notice(isSaved: Bool) async {
    let typed = title("One and a half", of: one)
    let store = await started(
      [typed],
      loaded: {
        $0.open(one, id: 0)
        $0.notice = "You have unsaved text here. Press enter to save it or esc to discard it."
        $0.noticeSubject = .unsaved([one.id])
      },
      playback: { $0.editing = .init(.title, text: "One", typed: "One and a half") })
    if isSaved {
      await store.send(\.path[id: 0].playback.saveButtonTapped) {
        $0.path[id: 0]?.modify(\.playback) {
          $0.editing = nil
          $0.changeDetails { $0.title = "One and a half" }
        }
      }
      await store.receive(\.path[id: 0].playback.detailsSaveResponse) {
        $0.notice = nil
        $0.$unsavedTexts.withLock { $0 = [] }
      }
    } else {
      await store.send(\.path[id: 0].playback.cancelButtonTapped) {
        $0.notice = nil
        $0.path[id: 0]?.modify(\.playback) {
          $0.record(.typed(typed))
          $0.editing = nil
        }
        $0.$unsavedTexts.withLock { $0 = [] }
      }
    }
    await end(store)
  }

  @Test("A text as the editor left it is offered")
  func wholeText() async {
    let text = UnsavedText(
      .text, of: one.id, original: Transcription.mock.editableText, text: "Typed in the editor.\n")
    let store = await started(
      [text],
      loaded: {
        $0.open(one, id: 0)
        $0.notice = "Your edits to this memo were not saved."
        $0.noticeSubject = .unsaved([one.id])
      },
      playback: {
        $0.destination = .alert(.typedText(fits: true))
        $0.offeredText = text
      })
    #expect(
      store.state.playback?.destination?.alert.map { String(state: $0.title) }
        == "Your edits were not saved.")
    await end(store)
  }

  @Test("Tags for several memos are typed again in the list")
  func severalMemos() async {
    let text = UnsavedText(
      .tagChanges, of: two.id, original: "", text: "work", otherRecordingIDs: [one.id])
    let store = await started(
      [text],
      list: {
        var prompt = TextPrompt<RecordingEdit>.State(tagsOf: [two.id, one.id])
        prompt.text = .init("work")
        $0.recordingsList.destination = .edit(prompt)
        $0.recordingsList.marked = [two.id, one.id]
      },
      loaded: {
        $0.notice = "You have unsaved text here. Press enter to save it or esc to discard it."
        $0.noticeSubject = .unsaved([two.id, one.id])
      })
    await end(store)
  }

  @Test("A title that was stored after all is not offered")
  func stored() async {
    let store = await started(
      [title("One", of: one)], loaded: { $0.$unsavedTexts.withLock { $0 = [] } })
    await end(store)
  }

  @Test("A title that cannot be stored is kept, from the list and from the memo")
  func notStored() async throws {
    let library = DatabaseClient.inMemory(
      [two, one].map { TranscribedMemo(recording: $0, transcription: .mock) })
    var database = library
    let problem = DatabaseError.diskFull(path: "library.sqlite")
    database.modify = { _, _ in throw problem }
    let store = withDependencies {
      $0.database = database
      $0.date = .constant(Date(timeIntervalSince1970: 0))
    } operation: {
      makeStore(AppFeature.State()) { $0.database = database }
    }
    await withMainSerialExecutor {
      await store.send(.recordingsList(.reloadButtonTapped))
      await store.receive(\.recordingsList.loadResponse.success) {
        $0.$recordings.withLock { $0 = [two, one] }
        $0.recordingsList.rows = [two.id, one.id]
        $0.select(two)
      }
      await store.receive(\.recordingsList.delegate.loaded) { $0.phase = .running }
      await store.receive(\.retentionResponse.success, nil)
    }
    await open(one, in: store)
    let typed = title("One and a half", of: one)
    await store.send(\.path[id: 0].playback.editTitleButtonTapped) {
      $0.path[id: 0, case: \.playback]?.editing = .init(.title, text: "One")
    }
    await store.send(\.path[id: 0].playback.textFieldChanged, .init(typed.text)) {
      $0.path[id: 0, case: \.playback]?.editing?.field = .init(typed.text)
      $0.$unsavedTexts.withLock { $0 = [typed] }
    }
    await store.send(\.path[id: 0].playback.saveButtonTapped) {
      $0.path[id: 0]?.modify(\.playback) {
        $0.editing = nil
        $0.changeDetails { $0.title = typed.text }
      }
    }
    await store.receive(\.path[id: 0].playback.detailsSaveResponse) {
      $0.path[id: 0, case: \.playback]?.destination = .alert(.notSaved(problem))
    }
    await store.send(.shutDownRequested) { $0.phase = .shuttingDown(isLibraryLoaded: true) }
    await store.receive(\.pendingWorkEnded) { $0.path = StackState() }
    await store.receive(\.transcription.stopRequested)
    await store.receive(\.recordingsSaveResponse.failure) { $0.shutDownProblem = "\(problem)" }
    await store.receive(\.unsavedTextsResponse.success) {
      $0.shutDownProblem =
        "\(problem); your unsaved text is kept and comes back when you reopen the app"
    }
    #expect(store.state.unsavedTexts == [typed])
    await end(store)
  }

  @Test("A title that is being typed in the list when the app ends is typed again in its memo")
  func renaming() async {
    let store = makeStore(.loaded(two, one))
    await store.send(.recordingsList(.set(\.list, .init(selection: 1)))) { $0.select(one) }
    await store.send(.recordingsList(.editButtonTapped(.title))) {
      $0.recordingsList.destination = .edit(.init(.title, of: one))
    }
    await store.send(\.recordingsList.destination.edit.textChanged, .init("One and")) {
      $0.recordingsList.destination?.modify(\.edit) { $0.text = .init("One and") }
      $0.$unsavedTexts.withLock { $0 = [title("One and", of: one)] }
    }
    await shutDown(store)
    #expect(store.state.unsavedTexts == [title("One and", of: one)])
    #expect(store.state.shutDownProblem == nil)
    let again = await started(
      store.state.unsavedTexts, list: { $0.select(one) },
      loaded: {
        $0.open(one, id: 0)
        $0.notice = "You have unsaved text here. Press enter to save it or esc to discard it."
        $0.noticeSubject = .unsaved([one.id])
      },
      playback: { $0.editing = .init(.title, text: "One", typed: "One and") })
    await end(again)
  }

  @Test("Unsaved text of a memo that leaves the library is kept and reported")
  func goneWhileTyped() async {
    let store = makeStore(.loaded(two, one)) {
      $0.database.transcription = { _ in .mock }
    }
    await open(one, in: store)
    await store.send(\.path[id: 0].playback.editTitleButtonTapped) {
      $0.path[id: 0, case: \.playback]?.editing = .init(.title, text: "One")
    }
    await store.send(\.path[id: 0].playback.textFieldChanged, .init("One and")) {
      $0.path[id: 0, case: \.playback]?.editing?.field = .init("One and")
      $0.$unsavedTexts.withLock { $0 = [title("One and", of: one)] }
    }
    store.state.$recordings.withLock { _ = $0.remove(id: one.id) }
    await store.send(.noticeTimedOut) {
      $0.notice =
        "The memo you had open was removed from the library. Restore the memo to get your "
        + "unsaved text back."
      $0.noticeSubject = .removed([one.id])
      $0.close()
    }
    #expect(store.state.unsavedTexts == [title("One and", of: one)])
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
    await open(one, in: store)
    await store.send(\.path[id: 0].playback.editorButtonTapped) {
      $0.path[id: 0, case: \.playback]?.isInEditor = true
    }
    store.state.$recordings.withLock { _ = $0.remove(id: one.id) }
    await store.send(.noticeTimedOut)
    ends.continuation.yield()
    await store.receive(\.path[id: 0].playback.editorResponse) {
      $0.notice = "The memo you had open was removed from the library."
      $0.noticeSubject = .removed([one.id])
      $0.close()
    }
    await end(store)
  }
}
