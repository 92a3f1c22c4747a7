import ComposableArchitecture
import DatabaseClient
import DependenciesTestSupport
import Foundation
@testable import PlaybackFeature
import SharedModels
import TerminalClient
import TerminalUI
import Testing
import TextEditorClient
import UnsavedTexts

/// Unsaved text is restored.
@Suite("Playback: unsaved texts", .dependencies)
@MainActor
struct UnsavedTextTests {
  private let file = URL(fileURLWithPath: "/tmp/memo.txt")

  private func text(
    _ kind: UnsavedText.Kind, _ original: String, _ text: String, place: Int? = nil,
    file: URL? = nil
  ) -> UnsavedText {
    UnsavedText(
      kind, of: Recording.mock.id, place: place, original: original, text: text, file: file)
  }

  /// A memo that is opened while some texts of it are not saved.
  private func opened(
    _ texts: [UnsavedText], transcription: Transcription = .mock,
    withDependencies prepare: (inout DependencyValues) -> Void = { _ in },
    then update: @escaping (inout PlaybackFeature.State) -> Void
  ) async -> TestStoreOf<PlaybackFeature> {
    let store = makeStore(withDependencies: prepare)
    store.state.$unsavedTexts.withLock { $0 = texts }
    await store.send(.transcriptResponse(.success(transcription))) {
      $0.transcript = .loaded(Transcript(transcription))
      update(&$0)
    }
    return store
  }

  @Test("Typed text is kept at once, and dropped when discarded; undo restores it")
  func keptAndUndone() async {
    let store = makeStore()
    await store.send(.editTitleButtonTapped) {
      $0.editing = PlaybackFeature.Editing(.title, text: Recording.mock.title)
    }
    await store.send(.textFieldChanged(TextFieldState("Money"))) { $0.type("Money") }
    let typed = PlaybackFeature.Editing(.title, text: Recording.mock.title, typed: "Money")
    await store.send(.cancelButtonTapped) {
      $0.editing = nil
      $0.forgetTyped()
      $0.undoSteps = [.typed(typed)]
    }
    await store.send(.undoButtonTapped) {
      $0.undoSteps = []
      $0.editing = typed
      $0.keep(.title, Recording.mock.title, "Money")
    }
    await store.send(.textFieldChanged(TextFieldState(Recording.mock.title))) {
      $0.editing?.field = TextFieldState(Recording.mock.title)
      $0.forgetTyped()
    }
  }

  @Test(
    "Unsaved text is restored when the memo opens", .dependencies,
    arguments: [
      (UnsavedText.Kind.title, nil, Recording.mock.title, PlaybackFeature.Editing.Target.title),
      (.tags, nil, "speech, example", .tags),
      (.segment, 1, "Please send it tomorrow.", .segment(1)),
      // A sentence that has moved.
      (.segment, 0, "Please send it tomorrow.", .segment(1)),
    ] as [(UnsavedText.Kind, Int?, String, PlaybackFeature.Editing.Target)])
  func takenUp(
    kind: UnsavedText.Kind, place: Int?, original: String, target: PlaybackFeature.Editing.Target
  ) async throws {
    let store = await opened([text(kind, original, "Typed", place: place)]) {
      $0.resume(target, original, typed: "Typed")
      if case .segment(let segment) = target {
        $0.$unsavedTexts.withLock { $0 = [text(kind, original, "Typed", place: segment)] }
      }
    }
    let editing = try #require(store.state.editing)
    #expect(editing.target == target)
    #expect(editing.originalText == original)
    #expect(editing.field.text == "Typed")
    await store.send(.cancelButtonTapped) {
      $0.editing = nil
      $0.forgetTyped()
      $0.undoSteps = [.typed(editing)]
    }
  }

  @Test("An unsaved speaker name is restored, or shown if its speaker is gone")
  func speaker() async {
    let gone = text(.speaker, "", "Dora", place: 7)
    let store = await opened(
      [text(.speaker, "", "Carla", place: 1), gone], transcription: .talk
    ) { $0.resume(.speaker(Speaker.ID(1)), "", typed: "Carla") }
    #expect(store.state.editing?.target == .speaker(Speaker.ID(1)))
    #expect(store.state.editing?.field.text == "Carla")
    await store.send(.cancelButtonTapped) {
      $0.destination = .alert(.typedTextOutdated("Dora"))
      $0.editing = nil
      $0.offeredText = gone
      $0.undoSteps = [
        .typed(PlaybackFeature.Editing(.speaker(Speaker.ID(1)), text: "", typed: "Carla"))
      ]
      $0.$unsavedTexts.withLock { $0 = [gone] }
    }
    #expect(store.state.destination?.alert?.text.contains("Dora") == true)
  }

  @Test("Of two identical segments, unsaved text belongs to the one at its position")
  func twins() async {
    let twins = Transcription(
      segments: (0..<3).map {
        Segment(words: [
          Word(text: "Yes.", start: .seconds($0), end: .seconds($0) + .milliseconds(500))
        ])
      })
    let store = await opened(
      [text(.segment, "Yes.", "Yes!", place: 2)], transcription: twins
    ) {
      $0.currentWordIndex = 0
      $0.resume(.segment(2), "Yes.", typed: "Yes!")
    }
    #expect(store.state.editing?.target == .segment(2))
    // It was saved, and the app was killed before it knew.
    var edited = twins
    edited.segments[2].text = "Yes!"
    let saved = await opened(
      [text(.segment, "Yes.", "Yes!", place: 2)], transcription: edited
    ) {
      $0.currentWordIndex = 0
      $0.forgetTyped()
    }
    #expect(saved.state.editing == nil)
    #expect(saved.state.unsavedTexts.isEmpty)
  }

  @Test("Of sentences typed one after the other for the same segment, the last is restored")
  func row() async {
    let row = [
      text(.segment, "We agreed on the budget.", "We agreed.", place: 0),
      text(.segment, "We agreed.", "We disagreed.", place: 0),
    ]
    let store = await opened(row) {
      $0.resume(.segment(0), "We agreed on the budget.", typed: "We disagreed.")
      $0.$unsavedTexts.withLock {
        $0 = [text(.segment, "We agreed on the budget.", "We disagreed.", place: 0)]
      }
    }
    #expect(store.state.editing?.originalText == "We agreed on the budget.")
    #expect(store.state.editing?.field.text == "We disagreed.")
    #expect(
      store.state.unsavedTexts
        == [text(.segment, "We agreed on the budget.", "We disagreed.", place: 0)])
    var once = Transcription.mock
    once.segments[0].text = "We agreed."
    let later = await opened(row, transcription: once) {
      $0.resume(.segment(0), "We agreed.", typed: "We disagreed.")
      $0.$unsavedTexts.withLock { $0 = [text(.segment, "We agreed.", "We disagreed.", place: 0)] }
    }
    #expect(later.state.editing?.originalText == "We agreed.")
    #expect(later.state.editing?.field.text == "We disagreed.")
  }

  @Test("Unsaved text of a changed segment moves to the most similar one, with a notice")
  func changed() async {
    let store = await opened([
      text(.segment, "Please send it today.", "Please send it at once.", place: 0)
    ]) {
      $0.destination = .alert(.segmentChanged)
      $0.resume(.segment(1), "Please send it tomorrow.", typed: "Please send it at once.")
      $0.$unsavedTexts.withLock {
        $0 = [text(.segment, "Please send it tomorrow.", "Please send it at once.", place: 1)]
      }
    }
    #expect(store.state.editing?.target == .segment(1))
    #expect(store.state.editing?.originalText == "Please send it tomorrow.")
    #expect(store.state.editing?.field.text == "Please send it at once.")
    #expect(
      store.state.destination?.alert.map { String(state: $0.title) }
        == "This segment has changed since you edited it.")
    #expect(store.state.unsavedTexts.map(\.text) == ["Please send it at once."])
  }

  @Test("A sentence that nothing is like is shown, stays, and can be copied or thrown away")
  func fitsNoMore() async {
    let copied = LockIsolated("")
    let typed = text(.segment, "Unheard of sentences altogether.", "What I typed.")
    let store = await opened([typed]) {
      $0.terminal.write = { bytes in copied.setValue(String(decoding: bytes, as: UTF8.self)) }
    } then: {
      $0.offer(typed, in: .typedTextOutdated("What I typed."))
    }
    #expect(store.state.editing == nil)
    #expect(store.state.destination?.alert?.text.contains("What I typed.") == true)
    await store.send(.destination(.presented(.alert(.copyTypedTextButtonTapped)))) {
      $0.destination = nil
      $0.offeredText = nil
      $0.postponedTexts = [typed]
    }
    await store.receive(\.delegate.notice, "Your text was sent to the terminal's clipboard.")
    #expect(copied.value.contains(Data("What I typed.".utf8).base64EncodedString()))
    #expect(store.state.unsavedTexts == [typed], "it is asked about when the memo is opened again")
    let again = await opened([typed]) { $0.offer(typed, in: .typedTextOutdated("What I typed.")) }
    await again.send(.destination(.presented(.alert(.discardTypedTextButtonTapped)))) {
      $0.destination = nil
      $0.forgetTyped()
      $0.offeredText = nil
    }
  }

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
    let store = await opened([typed]) {
      $0.database = library
      $0.terminal.lend = { try await $0() }
      $0.textEditor = .simulated { text in
        shown.setValue(text)
        return "Quite my own text.\n"
      }
    } then: {
      $0.offer(typed, in: .typedText(fits: false))
    }
    #expect(store.state.destination?.alert?.buttons.map { String(state: $0.label) }.first == "Edit")
    await store.send(.destination(.dismiss)) {
      $0.destination = nil
      $0.offeredText = nil
      $0.postponedTexts = [typed]
    }
    #expect(store.state.unsavedTexts == [typed])
    let again = await opened([typed]) {
      $0.database = library
      $0.terminal.lend = { try await $0() }
      $0.textEditor = .simulated { text in
        shown.setValue(text)
        return "Quite my own text.\n"
      }
    } then: {
      $0.offer(typed, in: .typedText(fits: false))
    }
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

  @Test(
    "Unsaved text waits for a pending transcript, and other memos keep theirs")
  func elsewhere() async {
    let other = UnsavedText(
      .title, of: Recording.ID(UUID(9)), original: "A", text: "B")
    let typed = text(.segment, "A sentence.", "Another sentence.")
    let shared = Shared(value: Recording.preview(transcription: .queued))
    let store = makeStore(PlaybackFeature.State(recording: shared))
    store.state.$unsavedTexts.withLock { $0 = [other, typed] }
    await store.send(.transcriptResponse(.success(nil))) { $0.transcript = .missing }
    #expect(store.state.unsavedTexts == [other, typed])
    shared.withLock { $0.transcription = .done }
    await store.send(.transcriptResponse(.success(nil))) {
      $0.destination = .alert(.typedTextOutdated("Another sentence."))
      $0.offeredText = typed
    }
    #expect(store.state.destination?.alert?.text.contains("Another sentence.") == true)
  }
}
