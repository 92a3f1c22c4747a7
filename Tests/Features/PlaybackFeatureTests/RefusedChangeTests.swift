import ComposableArchitecture
import DatabaseClient
import Foundation
@testable import PlaybackFeature
import SharedModels
import TerminalClient
import TerminalUI
import Testing
import TextEditorClient
import UnsavedTexts

/// What the library refuses is still there, to be tried again.
@Suite("Playback: what cannot be saved", .dependencies)
@MainActor
struct RefusedChangeTests {
  private let refusal = DatabaseError.conflict("the transcript")

  private func type(_ text: String, in store: TestStoreOf<PlaybackFeature>) async {
    await store.send(.editTextButtonTapped)
    await store.send(.textFieldChanged(TextFieldState(text)))
    await store.send(.saveButtonTapped)
  }

  @Test(
    "Changes are saved one after the other; when one is refused, the last that was typed is typed again"
  )
  func refused() async throws {
    let answers = AsyncStream.makeStream(of: Bool.self)
    let asked = LockIsolated(0)
    let store = makeStore {
      $0.database.editTranscription = { [refusal] _, _ in
        asked.withValue { $0 += 1 }
        guard await answers.stream.first(where: { _ in true }) == true
        else { throw refusal }
      }
      $0.database.transcription = { _ in .mock }
    }
    store.exhaustivity = .off
    await type("We agreed.", in: store)
    await type("We disagreed.", in: store)
    #expect(store.state.transcript.loaded?.text == "We disagreed. Please send it tomorrow.")
    #expect(store.state.unsavedTexts.map(\.text) == ["We agreed.", "We disagreed."])
    #expect(store.state.unsavedChanges.count == 2)
    answers.continuation.yield(false)
    await store.receive(\.saveResponse.failure)
    #expect(store.state.destination?.alert?.text == "\(refusal)")
    #expect(store.state.unsavedChanges.isEmpty && store.state.undoSteps.isEmpty)
    await store.receive(\.delegate.saveFailed)
    await store.receive(\.transcriptResponse.success)
    #expect(asked.value == 1, "the second builds on the first")
    #expect(store.state.transcript.loaded?.transcription == .mock)
    #expect(store.state.editing?.originalText == "We agreed on the budget.")
    #expect(store.state.editing?.field.text == "We disagreed.")
    #expect(
      store.state.unsavedTexts == [
        UnsavedText(
          .sentence, of: Recording.mock.id, place: 0, original: "We agreed on the budget.",
          text: "We disagreed.")
      ])
    // It is tried again, and goes through.
    await store.send(.destination(.dismiss))
    await store.send(.saveButtonTapped)
    answers.continuation.yield(true)
    await store.receive(\.delegate.editsSaved)
    #expect(store.state.unsavedTexts.isEmpty)
  }

  @Test("What is taken back before it is saved is not offered again")
  func undone() async {
    let answers = AsyncStream.makeStream(of: Void.self)
    let store = makeStore {
      $0.database.editTranscription = { [refusal] _, _ in
        for await _ in answers.stream { throw refusal }
      }
      $0.database.transcription = { _ in .mock }
    }
    store.exhaustivity = .off
    await type("We agreed.", in: store)
    await store.send(.undoButtonTapped)
    #expect(store.state.unsavedTexts.isEmpty)
    answers.continuation.yield()
    await store.receive(\.transcriptResponse.success)
    #expect(store.state.editing == nil)
  }

  @Test("The file of the person's own editor is deleted when its text is saved, and not before")
  func editedFile() async throws {
    let answers = AsyncStream.makeStream(of: Bool.self)
    let discarded = LockIsolated<[URL]>([])
    let store = makeStore {
      $0.database.editTranscription = { [refusal] _, _ in
        guard await answers.stream.first(where: { _ in true }) == true
        else { throw refusal }
      }
      $0.database.transcription = { _ in .mock }
      $0.terminal.lend = { try await $0() }
      $0.textEditor = .simulated { $0.replacingOccurrences(of: "tomorrow", with: "today") }
      $0.textEditor.discard = { file in discarded.withValue { $0.append(file) } }
    }
    store.exhaustivity = .off
    await store.send(.editorButtonTapped)
    await store.receive(\.editorResponse)
    #expect(store.state.unsavedTexts.map(\.kind) == [.text])
    answers.continuation.yield(false)
    await store.receive(\.transcriptResponse.success)
    #expect(discarded.value.isEmpty)
    #expect(
      store.state.destination?.alert?.text == "\(refusal); a copy of your text is in /tmp/memo.txt")
    // It is offered as a whole, however long it is.
    await store.send(.destination(.dismiss))
    #expect(
      store.state.destination?.alert.map { String(state: $0.title) } == "Your edits were not saved."
    )
    await store.send(.destination(.presented(.alert(.saveTypedTextButtonTapped))))
    #expect(
      store.state.transcript.loaded?.text == "We agreed on the budget. Please send it today.")
    answers.continuation.yield(true)
    await store.receive(\.delegate.editsSaved)
    #expect(store.state.unsavedTexts.isEmpty)
    await store.send(.editorButtonTapped)
    await store.receive(\.editorResponse)
    await store.finish()
    #expect(discarded.value.map(\.path) == ["/tmp/memo.txt"], "nothing was changed this time")
  }

  @Test("A title that cannot be stored is kept, and forgotten when it is stored after all")
  func title() async {
    let store = makeStore()
    store.exhaustivity = .off
    await store.send(.editTitleButtonTapped)
    await store.send(.textFieldChanged(TextFieldState("Money")))
    await store.send(.saveButtonTapped)
    await store.receive(\.detailsSaveResponse)
    #expect(store.state.unsavedTexts.isEmpty)
    store.state.$unsavedTexts.withLock { $0 = [typed("Money")] }
    await store.send(.detailsSaveResponse(.failure(refusal), typed("Money")))
    #expect(store.state.destination?.alert?.text == "\(refusal)")
    #expect(store.state.unsavedTexts == [typed("Money")])
    await store.send(.detailsSaveResponse(.success(()), typed("Money")))
    #expect(store.state.unsavedTexts.isEmpty)
  }

  private func typed(_ title: String) -> UnsavedText {
    UnsavedText(.title, of: Recording.mock.id, original: Recording.mock.title, text: title)
  }
}
