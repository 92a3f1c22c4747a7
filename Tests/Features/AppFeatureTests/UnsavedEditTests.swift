import AppFeature
import ComposableArchitecture
import DatabaseClient
import Foundation
import PlaybackFeature
import SharedModels
import Testing

/// A text that was changed and is not stored yet, while its memo is left, deleted, or the app ends.
@MainActor
struct UnsavedEditTests {
  private let one = Recording.memo(1, "One")
  private let two = Recording.memo(2, "Two")
  private let problem = DatabaseError.diskFull(path: "library.sqlite")

  /// A memo that is open and was changed; what is sent decides whether the change is stored.
  private func changed() async -> (TestStoreOf<AppFeature>, AsyncStream<Bool>.Continuation) {
    let (saves, save) = AsyncStream<Bool>.makeStream()
    let store = makeStore(.loaded(two, one)) {
      $0.database.transcription = { _ in .mock }
      $0.database.editTranscription = { [problem] _, _ in
        for await isStored in saves {
          if isStored { return }
          throw problem
        }
      }
    }
    store.exhaustivity = .off
    await store.send(.transcription(.delegate(.recordingSelected(one.id))))
    await store.receive(\.path[id: 0].playback.transcriptResponse)
    await store.send(\.path[id: 0].playback.editTextButtonTapped)
    await store.send(\.path[id: 0].playback.textFieldChanged, .init("Other words."))
    await store.send(\.path[id: 0].playback.saveButtonTapped)
    #expect(store.state.playback?.unsavedChanges.count == 1)
    return (store, save)
  }

  private func end(_ store: TestStoreOf<AppFeature>) async {
    await store.send(.shutDownRequested)
    await store.skipReceivedActions(strict: false)
    await store.skipInFlightEffects(strict: false)
  }

  @Test("A memo whose text could not be stored is not left: it says so, and back leaves it then")
  func failedWhileLeaving() async {
    let (store, save) = await changed()
    await store.send(.backButtonTapped)
    save.yield(false)
    await store.receive(\.path[id: 0].playback.delegate.saveFailed)
    #expect(store.state.playback?.recording == one)
    #expect(store.state.playback?.destination?.alert != nil)
    #expect(store.state.closeRequest == nil)
    await store.send(.backButtonTapped)
    #expect(store.state.path.isEmpty)
    await end(store)
  }

  @Test("A text that cannot be stored while the app ends is told by its memo's name, and is kept")
  func failedAtTheEnd() async {
    let (store, save) = await changed()
    await store.send(.shutDownRequested)
    save.yield(false)
    await store.receive(\.pendingWorkEnded)
    #expect(store.state.path.isEmpty)
    await store.receive(\.unsavedTextsResponse)
    #expect(
      store.state.shutDownProblem
        == "changes to 'One' could not be saved: \(problem); your unsaved text is kept and comes "
        + "back when you reopen the app")
    #expect(store.state.unsavedTexts.map(\.text) == ["Other words."])
    await store.skipReceivedActions(strict: false)
    await store.finish()
  }

  @Test("The first problem at the end does not hide the next, nor one of what was typed")
  func severalProblems() async {
    let (store, save) = await changed()
    await store.send(.shutDownRequested)
    save.yield(false)
    await store.receive(\.pendingWorkEnded)
    await store.skipReceivedActions(strict: false)
    await store.finish()
    let kept = store.state.shutDownProblem ?? ""
    await store.send(.recordingsSaveResponse(.failure(problem)))
    await store.send(.unsavedTextsResponse(.failure(problem)))
    #expect(
      store.state.shutDownProblem
        == "\(kept); \(problem); unsaved text could not be kept: \(problem)")
  }

  @Test("A memo is deleted after what was typed into it is stored")
  func deleted() async {
    let (store, save) = await changed()
    await store.send(.deleteMemoButtonTapped)
    #expect(store.state.playback?.recording == one)
    #expect(store.state.recordings.ids == [two.id, one.id])
    save.yield(true)
    await store.receive(\.path[id: 0].playback.delegate.editsSaved)
    #expect(store.state.path.isEmpty)
    #expect(store.state.recordings.ids == [two.id])
    #expect(store.state.recordingsList.deleted.map { $0.map(\.id) } == [[one.id]])
    #expect(store.state.notice == "'One' is in the trash. Press u in the list to undo.")
    await end(store)
  }

  @Test("A memo whose text could not be stored is not deleted, nor later behind a person's back")
  func notDeleted() async {
    let (store, save) = await changed()
    await store.send(.deleteMemoButtonTapped)
    save.yield(false)
    await store.receive(\.path[id: 0].playback.delegate.saveFailed)
    #expect(store.state.playback?.destination?.alert != nil)
    await store.send(.backButtonTapped)
    #expect(store.state.path.isEmpty)
    #expect(store.state.recordings.ids == [two.id, one.id])
    await end(store)
  }

  @Test("A memo that waits to be deleted when the app ends is deleted once its text is stored")
  func deletedAtTheEnd() async {
    let (store, save) = await changed()
    await store.send(.deleteMemoButtonTapped)
    await store.send(.shutDownRequested)
    save.yield(true)
    await store.receive(\.pendingWorkEnded)
    #expect(store.state.recordings.ids == [two.id])
    #expect(store.state.shutDownProblem == nil)
    await store.skipReceivedActions(strict: false)
    await store.finish()
  }
}
