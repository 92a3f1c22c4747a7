import ComposableArchitecture
import DatabaseClient
import Foundation
@testable import PlaybackFeature
import SharedModels
import TerminalClient
import TerminalUI
import Testing
import TextEditorClient
import UndoCore

/// Changes that the library refuses are kept, to be retried.
@Suite("Playback: changes that cannot be saved", .dependencies)
@MainActor
struct RefusedChangeTests {
  private let refusal = DatabaseError.conflict("the transcript")

  /// A store that saves each edit if the answer is `true`, and refuses it otherwise.
  private func refusingStore(
    _ answers: AsyncStream<Bool>, then prepare: (inout DependencyValues) -> Void = { _ in }
  ) -> TestStoreOf<PlaybackFeature> {
    makeStore {
      $0.database.editTranscription = { [refusal] _, _ in
        guard await answers.first(where: { _ in true }) == true
        else { throw refusal }
      }
      $0.database.transcription = { _ in .mock }
      prepare(&$0)
    }
  }

  private func receiveRefusal(
    _ store: TestStoreOf<PlaybackFeature>, of editedFile: URL? = nil,
    leaving steps: [UndoStep] = []
  ) async {
    await store.receive(\.saveResponse.failure) {
      $0.destination = .alert(.notSaved(refusal, editedFile: editedFile))
      $0.$undoSteps.withLock { $0 = steps }
      $0.unsavedChanges = []
    }
    await store.receive(\.delegate.saveFailed)
  }

  private func receiveTextTypedAgain(_ store: TestStoreOf<PlaybackFeature>) async {
    await store.receive(\.transcriptResponse.success) {
      $0.editing = PlaybackFeature.Editing(
        .segment(0), text: "We agreed on the budget.", typed: "We disagreed.")
      $0.selectedWordIndex = 0
      $0.transcript = .loaded(Transcript(.mock))
      $0.$unsavedTexts.withLock {
        $0 = [
          UnsavedText(
            .segment, of: Recording.mock.id, place: 0, original: "We agreed on the budget.",
            text: "We disagreed.")
        ]
      }
    }
  }

  @Test(
    "Changes are saved one after the other; when one is refused, the last that was typed is typed again"
  )
  func refused() async throws {
    let answers = AsyncStream.makeStream(of: Bool.self)
    let asked = LockIsolated(0)
    let store = refusingStore(answers.stream) { values in
      values.database.editTranscription = { [save = values.database.editTranscription] id, edit in
        asked.withValue { $0 += 1 }
        try await save(id, edit)
      }
    }
    try await type("We agreed.", in: store)
    try await type("We disagreed.", in: store)
    #expect(store.state.transcript.loaded?.text == "We disagreed. Please send it tomorrow.")
    #expect(store.state.unsavedTexts.map(\.text) == ["We agreed.", "We disagreed."])
    #expect(store.state.unsavedChanges.count == 2)
    answers.continuation.yield(false)
    await receiveRefusal(store)
    #expect(store.state.destination?.alert?.text == "\(refusal)")
    await receiveTextTypedAgain(store)
    #expect(asked.value == 1, "the second builds on the first")
    // It is tried again, and goes through.
    await store.send(.destination(.dismiss)) { $0.destination = nil }
    try await save("We disagreed.", in: store)
    answers.continuation.yield(true)
    await receiveSaved(store)
  }

  @Test("Steps of changes that were saved earlier stay")
  func earlierSteps() async throws {
    let answers = AsyncStream.makeStream(of: Bool.self)
    let store = refusingStore(answers.stream)
    try await type("We agreed.", in: store)
    answers.continuation.yield(true)
    await receiveSaved(store)
    let saved = store.state.undoSteps
    try await type("We disagreed.", in: store)
    #expect(store.state.undoSteps.count == 2)
    answers.continuation.yield(false)
    await receiveRefusal(store, leaving: saved)
    await receiveTextTypedAgain(store)
  }

  @Test("The file of the person's own editor is deleted when its text is saved, and not before")
  func editedFile() async throws {
    let answers = AsyncStream.makeStream(of: Bool.self)
    let discarded = LockIsolated<[URL]>([])
    let store = refusingStore(answers.stream) {
      $0.terminal.lend = { try await $0() }
      $0.textEditor = .simulated { $0.replacingOccurrences(of: "tomorrow", with: "today") }
      $0.textEditor.discard = { file in discarded.withValue { $0.append(file) } }
    }
    let edit = try #require(
      Transcription.mock.edit(
        text: "We agreed on the budget. Please send it today.",
        at: Date(timeIntervalSince1970: 1_800_000_000)))
    let original = Transcription.mock.editableText
    let file = URL(fileURLWithPath: "/tmp/memo.txt")
    let typed = UnsavedText(
      .text, of: Recording.mock.id, original: original,
      text: original.replacingOccurrences(of: "tomorrow", with: "today"), file: file)
    await store.send(.editorButtonTapped) { $0.isInEditor = true }
    await store.receive(\.editorResponse) {
      $0.change(edit, typed: typed)
      $0.isInEditor = false
      $0.$unsavedTexts.withLock { $0 = [typed] }
    }
    answers.continuation.yield(false)
    await receiveRefusal(store, of: file)
    await store.receive(\.transcriptResponse.success) {
      $0.transcript = .loaded(Transcript(.mock))
    }
    #expect(discarded.value.isEmpty)
    #expect(
      store.state.destination?.alert?.text == "\(refusal); a copy of your text is in /tmp/memo.txt")
    // It is offered as a whole, however long it is.
    await store.send(.destination(.dismiss)) {
      $0.destination = .alert(.typedText(fits: true))
      $0.offeredText = typed
    }
    #expect(
      store.state.destination?.alert.map { String(state: $0.title) } == "Your edits were not saved."
    )
    await store.send(.destination(.presented(.alert(.saveTypedTextButtonTapped)))) {
      $0.destination = nil
      $0.change(edit, typed: typed)
      $0.offeredText = nil
    }
    answers.continuation.yield(true)
    await receiveSaved(store)
    await store.finish()
    #expect(discarded.value.map(\.path) == ["/tmp/memo.txt"])
    await store.send(.editorButtonTapped) { $0.isInEditor = true }
    await store.receive(\.editorResponse) { $0.isInEditor = false }
    await store.finish()
    #expect(discarded.value.count == 2, "nothing was changed this time")
  }

  @Test("A title that cannot be stored is kept until it is stored")
  func title() async {
    let store = makeStore()
    await store.send(.editTitleButtonTapped) {
      $0.editing = PlaybackFeature.Editing(.title, text: Recording.mock.title)
    }
    await store.send(.textFieldChanged(TextFieldState("Money"))) { $0.type("Money") }
    await store.send(.saveButtonTapped) {
      $0.editing = nil
      $0.changeDetails { $0.title = "Money" }
    }
    await store.receive(\.detailsSaveResponse) { $0.forgetTyped() }
    store.state.$unsavedTexts.withLock { $0 = [typed("Money")] }
    await store.send(.detailsSaveResponse(.failure(refusal), typed("Money"))) {
      $0.destination = .alert(.notSaved(refusal))
    }
    #expect(store.state.destination?.alert?.text == "\(refusal)")
    #expect(store.state.unsavedTexts == [typed("Money")])
    await store.send(.detailsSaveResponse(.success(()), typed("Money"))) { $0.forgetTyped() }
  }

  private func typed(_ title: String) -> UnsavedText {
    UnsavedText(.title, of: Recording.mock.id, original: Recording.mock.title, text: title)
  }
}
