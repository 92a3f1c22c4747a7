import AppFeature
import ComposableArchitecture
import DatabaseClient
import Foundation
import SharedModels
import Testing
import TextEditorClient
import UndoCore

@testable import PlaybackFeature

/// Pending saves and edits when the app ends.
@MainActor
struct ShutDownTextTests {
  private let one = Recording.memo(1, "One")

  @Test("Quitting waits for pending saves, but not forever")
  func storing() async throws {
    let clock = TestClock()
    let store = makeStore(.loaded(one)) {
      $0.continuousClock = clock
      $0.database.transcription = { _ in .mock }
      $0.database.editTranscription = { _, _ in try await Task.never() }
      $0.date = .constant(Date(timeIntervalSince1970: 0))
    }
    await open(one, in: store)
    try await changeText(in: store)
    await store.send(.shutDownRequested) { $0.phase = .shuttingDown(isLibraryLoaded: true) }
    await store.send(.shutDownRequested)
    await clock.advance(by: AppFeature.shutDownTimeout)
    await store.receive(\.pendingWorkEnded) {
      $0.path = StackState()
      $0.shutDownProblem = "text typed into 'One' could not be saved in time"
    }
    await receiveStored(in: store) {
      $0.shutDownProblem =
        "text typed into 'One' could not be saved in time; your unsaved text is kept and comes "
        + "back when you reopen the app"
    }
    #expect(store.state.unsavedTexts.map(\.text) == ["Other words."])
    await store.finish()
  }

  @Test("An open editor has to exit, and its text is stored before the app ends")
  func editor() async throws {
    let ends = AsyncStream.makeStream(of: Void.self)
    let edits = LockIsolated<[TranscriptionEdit]>([])
    let store = makeStore(.loaded(one)) {
      $0.database.transcription = { _ in .mock }
      $0.database.editTranscription = { _, edit in edits.withValue { $0.append(edit) } }
      $0.date = .constant(Date(timeIntervalSince1970: 0))
      $0.terminal.lend = { try await $0() }
      $0.textEditor.close = { ends.continuation.yield() }
      $0.textEditor.discard = { _ in }
      $0.textEditor.saves = { .finished }
      $0.textEditor.open = { _ in
        for await _ in ends.stream { break }
        return EditedText(file: URL(filePath: "/tmp/memo.txt"), text: "Typed in the editor.\n")
      }
    }
    await endEditor(in: store)
    let typed = UnsavedText(
      .text, of: one.id, original: Transcription.mock.editableText, text: "Typed in the editor.\n",
      file: URL(filePath: "/tmp/memo.txt"))
    let edit = try #require(
      Transcription.mock.edit(
        text: "Typed in the editor.", at: Date(timeIntervalSince1970: 0)))
    await withMainSerialExecutor {
      await store.receive(\.path[id: 0].playback.editorResponse) {
        $0.path[id: 0]?.modify(\.playback) {
          $0.apply(.text(edit))
          $0.isInEditor = false
          $0.record(.text(Transcription.mock.id, editedAt: Date(timeIntervalSince1970: 0)))
          $0.unsavedChanges = [.init(.text(edit), typed: typed)]
        }
        $0.$unsavedTexts.withLock { $0 = [typed] }
      }
      await store.receive(\.path[id: 0].playback.saveResponse.success) {
        $0.path[id: 0, case: \.playback]?.unsavedChanges = []
        $0.$unsavedTexts.withLock { $0 = [] }
      }
      await store.receive(\.path[id: 0].playback.delegate.editsSaved)
      await store.receive(\.recordingsList.textChanged)
      await store.receive(\.pendingWorkEnded) { $0.path = StackState() }
      await receiveStored(in: store)
    }
    #expect(edits.value.map { $0.inserted.map(\.text) } == [["Typed in the editor."]])
    await store.finish()
  }

  @Test("The text of an editor that failed at the end is kept and reported")
  func failedEditor() async throws {
    let ends = AsyncStream.makeStream(of: Void.self)
    let failure = TextEditorFailure.unsuccessful(
      command: "vi", reason: "was killed by signal 15",
      kept: EditedText(file: URL(filePath: "/tmp/memo.txt"), text: "Half a te\n"))
    let store = makeStore(.loaded(one)) {
      $0.database.transcription = { _ in .mock }
      $0.terminal.lend = { try await $0() }
      $0.textEditor.close = { ends.continuation.yield() }
      $0.textEditor.saves = { .finished }
      $0.textEditor.open = { _ in
        for await _ in ends.stream { break }
        throw failure
      }
    }
    await endEditor(in: store)
    let typed = UnsavedText(
      .text, of: one.id, original: Transcription.mock.editableText, text: "Half a te\n",
      file: URL(filePath: "/tmp/memo.txt"))
    await withMainSerialExecutor {
      await store.receive(\.path[id: 0].playback.editorResponse) {
        $0.path[id: 0]?.modify(\.playback) {
          $0.destination = .alert(.notEdited(failure))
          $0.isInEditor = false
        }
        $0.$unsavedTexts.withLock { $0 = [typed] }
      }
      await store.receive(\.path[id: 0].playback.delegate.editorFailed) {
        $0.shutDownProblem = "\(failure)"
      }
      await store.receive(\.pendingWorkEnded) { $0.path = StackState() }
      await receiveStored(in: store) {
        $0.shutDownProblem =
          "\(failure); your unsaved text is kept and comes back when you reopen the app"
      }
    }
    await store.finish()
  }

  private func endEditor(in store: TestStoreOf<AppFeature>) async {
    await open(one, in: store)
    await store.send(\.path[id: 0].playback.editorButtonTapped) {
      $0.path[id: 0, case: \.playback]?.isInEditor = true
    }
    await store.send(.shutDownRequested) { $0.phase = .shuttingDown(isLibraryLoaded: true) }
    await store.receive(\.path[id: 0].playback.editorEndRequested)
  }
}
