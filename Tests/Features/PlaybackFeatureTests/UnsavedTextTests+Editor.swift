import ComposableArchitecture
import DatabaseClient
import Foundation
@testable import PlaybackFeature
import SharedModels
import TerminalClient
import Testing
import TextEditorClient
import UndoCore

/// Whole texts from the user's editor.
extension UnsavedTextTests {
  private func edit(_ text: String) throws -> TranscriptionEdit {
    try #require(
      Transcription.mock.edit(text: text, at: Date(timeIntervalSince1970: 1_800_000_000)))
  }

  @Test("A whole text that still fits is saved on confirmation")
  func wholeText() async throws {
    let library = DatabaseClient.inMemory([
      TranscribedMemo(recording: .mock, transcription: .mock)
    ])
    let typed = text(
      .text, Transcription.mock.editableText, "We agreed on nothing.\nPlease send it tomorrow.\n")
    let title = text(.title, "", "Money")
    let store = await opened([typed, title]) {
      $0.database = library
    } then: {
      $0.offer(typed, in: .typedText(fits: true))
    }
    #expect(store.state.destination?.alert?.buttons.map { String(state: $0.label) }.first == "Save")
    let edit = try edit("We agreed on nothing. Please send it tomorrow.")
    await store.send(.destination(.presented(.alert(.saveTypedTextButtonTapped)))) {
      $0.destination = nil
      $0.change(edit, typed: typed)
      $0.offeredText = nil
    }
    // The other one comes next.
    await store.receive(\.saveResponse.success) {
      $0.editing = PlaybackFeature.Editing(.title, text: Recording.mock.title, typed: "Money")
      $0.unsavedChanges = []
      $0.$unsavedTexts.withLock { $0 = [title] }
    }
    await store.receive(\.delegate.editsSaved)
    #expect(
      try await library.transcription(of: Recording.mock.id)?.text
        == "We agreed on nothing. Please send it tomorrow.")
  }

  @Test("A whole text that no longer fits opens in the editor or waits")
  func wholeTextOfAnother() async throws {
    let library = DatabaseClient.inMemory([
      TranscribedMemo(recording: .mock, transcription: .mock)
    ])
    let shown = LockIsolated("")
    let typed = text(.text, "Quite another text.\n", "Quite my text.\n")
    func open() async -> TestStoreOf<PlaybackFeature> {
      await opened([typed]) {
        $0.database = library
        $0.terminal.lend = { try await $0() }
        $0.textEditor = .simulated { text in
          shown.setValue(text)
          return "Quite my own text.\n"
        }
      } then: {
        $0.offer(typed, in: .typedText(fits: false))
      }
    }
    let store = await open()
    #expect(store.state.destination?.alert?.buttons.map { String(state: $0.label) }.first == "Edit")
    await store.send(.destination(.dismiss)) {
      $0.destination = nil
      $0.offeredText = nil
      $0.postponedTexts = [typed]
    }
    #expect(store.state.unsavedTexts == [typed])
    let again = await open()
    await again.send(.destination(.presented(.alert(.editTypedTextButtonTapped)))) {
      $0.destination = nil
      $0.isInEditor = true
      $0.offeredText = nil
      $0.postponedTexts = [typed]
      $0.textInEditor = typed
    }
    let edit = try edit("Quite my own text.")
    let edited = text(
      .text, Transcription.mock.editableText, "Quite my own text.\n", file: file)
    await again.receive(\.editorResponse) {
      $0.change(edit, typed: edited)
      $0.isInEditor = false
      $0.textInEditor = nil
      $0.$unsavedTexts.withLock { $0 = [edited] }
    }
    await receiveSaved(again)
    #expect(shown.value == "Quite my text.\n")
    #expect(try await library.transcription(of: Recording.mock.id)?.text == "Quite my own text.")
  }

  @Test("Text from an editor that was closed by quitting is kept and offered")
  func endedEditor() async {
    let ends = AsyncStream.makeStream(of: Void.self)
    let kept = EditedText(file: URL(fileURLWithPath: "/tmp/memo.txt"), text: "Half a te\n")
    let failure = TextEditorFailure.unsuccessful(
      command: "vi", reason: "was killed by signal 15", kept: kept)
    let store = makeStore {
      $0.terminal.lend = { try await $0() }
      $0.textEditor.close = { ends.continuation.yield() }
      $0.textEditor.open = { _ in
        for await _ in ends.stream { break }
        throw failure
      }
      $0.textEditor.saves = { .finished }
    }
    await store.send(.editorButtonTapped) { $0.isInEditor = true }
    #expect(store.state.hasUnsavedEdits)
    await store.send(.editorEndRequested)
    await store.receive(\.editorResponse) {
      $0.destination = .alert(.notEdited(failure))
      $0.isInEditor = false
      $0.$unsavedTexts.withLock {
        $0 = [text(.text, Transcription.mock.editableText, "Half a te\n", file: file)]
      }
    }
    await store.receive(\.delegate.editorFailed)
    #expect(!store.state.hasUnsavedEdits)
  }

  @Test("What the editor saves is kept while it is open, and replaced by what it ends with")
  func saves() async throws {
    let ends = AsyncStream.makeStream(of: Void.self)
    let (saves, save) = AsyncStream<EditedText>.makeStream()
    let discarded = LockIsolated<[URL]>([])
    let store = makeStore {
      $0.database.editTranscription = { _, _ in }
      $0.terminal.lend = { try await $0() }
      $0.textEditor.discard = { file in discarded.withValue { $0.append(file) } }
      $0.textEditor.open = { [file] _ in
        for await _ in ends.stream { break }
        return EditedText(file: file, text: "All of it.\n")
      }
      $0.textEditor.saves = { saves }
    }
    await store.send(.editorButtonTapped) { $0.isInEditor = true }
    var kept: [UnsavedText] = []
    for part in ["Half.\n", "Three quarters.\n"] {
      kept = [text(.text, Transcription.mock.editableText, part, file: file)]
      save.yield(EditedText(file: file, text: part))
      await store.receive(\.editorSaved) { [kept] in
        $0.textInEditor = kept[0]
        $0.$unsavedTexts.withLock { $0 = kept }
      }
    }
    #expect(discarded.value.isEmpty)
    ends.continuation.yield()
    let edit = try edit("All of it.")
    let all = text(.text, Transcription.mock.editableText, "All of it.\n", file: file)
    await store.receive(\.editorResponse) {
      $0.change(edit, typed: all)
      $0.isInEditor = false
      $0.textInEditor = nil
      $0.$unsavedTexts.withLock { $0 = [all] }
    }
    await receiveSaved(store)
    await store.finish()
    #expect(discarded.value == [file])
  }

  @Test("Text that the editor saved before the program was killed is offered, with its file")
  func killed() async throws {
    let typed = text(
      .text, Transcription.mock.editableText, "Half.\n",
      file: URL(fileURLWithPath: "/tmp/earlier.txt"))
    for button: PlaybackFeature.Alert in [
      .saveTypedTextButtonTapped, .discardTypedTextButtonTapped, .editTypedTextButtonTapped,
    ] {
      let discarded = LockIsolated<[URL]>([])
      let store = await opened([typed]) {
        $0.database.editTranscription = { _, _ in }
        $0.terminal.lend = { try await $0() }
        $0.textEditor = .simulated { _ in "All of it.\n" }
        $0.textEditor.discard = { file in discarded.withValue { $0.append(file) } }
      } then: {
        $0.offer(typed, in: .typedText(fits: true))
      }
      let saved = try edit("Half.")
      await store.send(.destination(.presented(.alert(button)))) {
        $0.destination = nil
        $0.offeredText = nil
        switch button {
        case .discardTypedTextButtonTapped: $0.forgetTyped()
        case .saveTypedTextButtonTapped: $0.change(saved, typed: typed)
        default:
          $0.isInEditor = true
          $0.postponedTexts = [typed]
          $0.textInEditor = typed
        }
      }
      let inEditor = button == .editTypedTextButtonTapped
      if inEditor {
        let edit = try edit("All of it.")
        let all = text(.text, Transcription.mock.editableText, "All of it.\n", file: file)
        await store.receive(\.editorResponse) {
          $0.change(edit, typed: all)
          $0.isInEditor = false
          $0.textInEditor = nil
          $0.$unsavedTexts.withLock { $0 = [all] }
        }
      }
      if button != .discardTypedTextButtonTapped { await receiveSaved(store) }
      await store.finish()
      #expect(store.state.unsavedTexts == [])
      #expect(
        discarded.value.map(\.path)
          == ["/tmp/earlier.txt"] + (inEditor ? ["/tmp/memo.txt"] : []), "\(button)")
    }
  }

  @Test("Text edited for a replaced transcript is kept and offered")
  func editedMeanwhile() async {
    let open = AsyncStream.makeStream(of: Void.self)
    let store = makeStore {
      $0.terminal.lend = { try await $0() }
      $0.textEditor = .simulated { $0 }
      $0.textEditor.open = { _ in
        for await _ in open.stream { break }
        return EditedText(file: URL(fileURLWithPath: "/tmp/memo.txt"), text: "Typed.\n")
      }
    }
    await store.send(.editorButtonTapped) { $0.isInEditor = true }
    let other = Transcription(id: .init(UUID(7)), segments: [])
    await store.send(.transcriptResponse(.success(other))) {
      $0.transcript = .loaded(Transcript(other))
    }
    open.continuation.yield()
    let typed = text(.text, other.editableText, "Typed.\n", file: file)
    await store.receive(\.editorResponse) {
      $0.destination = .alert(.typedText(fits: true))
      $0.isInEditor = false
      $0.offeredText = typed
      $0.$unsavedTexts.withLock { $0 = [typed] }
    }
    #expect(
      store.state.destination?.alert.map { String(state: $0.title) } == "Your edits were not saved."
    )
  }
}
