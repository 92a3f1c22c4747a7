import AudioFileClient
import ComposableArchitecture
import DatabaseClient
@testable import PlaybackFeature
import SharedModels
import TerminalUI
import Testing

@Suite("Playback: title and text")
@MainActor
struct EditingTests {
  private let now = Date(timeIntervalSince1970: 1_800_000_000)
  private let database = DatabaseClient.inMemory([
    TranscribedMemo(recording: .mock, transcription: .mock)
  ])

  private func store(
    _ state: PlaybackFeature.State = .loaded(),
    withDependencies prepare: (inout DependencyValues) -> Void = { _ in }
  ) -> TestStoreOf<PlaybackFeature> {
    makeStore(state) {
      $0.database = database
      prepare(&$0)
    }
  }

  private func edit(_ text: String, of transcription: Transcription = .mock) throws
    -> TranscriptionEdit
  {
    try #require(transcription.edit(text: text, at: now))
  }

  private var savedText: String? {
    get async throws { try await database.transcription(of: Recording.mock.id)?.text }
  }

  @Test("The text loads, and a transcript finished while the memo is open appears")
  func load() async {
    let shared = Shared(value: Recording.preview(transcription: .running(progress: 0.5)))
    let texts = LockIsolated<[Transcription?]>([nil, .mock])
    let store = store(PlaybackFeature.State(recording: shared)) {
      $0.database.transcription = { _ in texts.withValue { $0.removeFirst() } }
    }
    let task = await store.send(.task)
    await store.receive(\.transcriptResponse.success) { $0.transcript = .missing }
    await store.send(.timeUpdated(0.6)) { $0.currentTime = 0.6 }
    shared.withLock { $0.transcription = .running(progress: 0.9) }
    shared.withLock { $0.transcription = .done }
    await store.receive(\.transcriptResponse.success) {
      $0.$recording.withLock { $0.transcription = .done }
      $0.transcript = .loaded(Transcript(.mock))
      $0.currentWordIndex = 0
    }
    await task.cancel()
  }

  @Test("Unreadable text shows the reason and can be reloaded")
  func loadFails() async {
    let fails = LockIsolated(true)
    let store = store(PlaybackFeature.State(recording: Shared(value: .mock))) {
      $0.database.transcription = { _ in
        if fails.value { throw DatabaseError.busy(path: "library.sqlite") }
        return .mock
      }
    }
    let task = await store.send(.task)
    await store.receive(\.transcriptResponse.failure) {
      $0.transcript = .failed(
        reason: String(describing: DatabaseError.busy(path: "library.sqlite")))
    }
    fails.setValue(false)
    await store.send(.reloadButtonTapped) { $0.transcript = .loading }
    await store.receive(\.transcriptResponse.success) {
      $0.transcript = .loaded(Transcript(.mock))
    }
    await task.cancel()
  }

  @Test("SR-08 VM-13 A new title updates the list and adds a step to undo it")
  func title() async throws {
    let list = Shared<IdentifiedArrayOf<Recording>>(value: [.mock])
    let shared = try #require(Shared(list[id: Recording.mock.id]))
    let store = store(.loaded(shared))
    await store.send(.editTitleButtonTapped) {
      $0.editing = PlaybackFeature.Editing(.title, text: "A note on the budget")
    }
    await store.send(.textFieldChanged(TextFieldState(" Budget "))) { $0.type(" Budget ") }
    await store.send(.saveButtonTapped) {
      $0.editing = nil
      $0.changeDetails { $0.title = "Budget" }
    }
    await store.receive(\.detailsSaveResponse) { $0.forgetTyped() }
    #expect(list.wrappedValue[id: Recording.mock.id]?.title == "Budget")
    #expect(store.state.undoSteps.map(\.name) == ["rename of 'Budget'"])
  }

  @Test("An unchanged edit does nothing")
  func unchanged() async {
    let store = store()
    await store.send(.editTitleButtonTapped) {
      $0.editing = PlaybackFeature.Editing(.title, text: Recording.mock.title)
    }
    await store.send(.saveButtonTapped) { $0.editing = nil }
    await store.send(.editTextButtonTapped) {
      $0.editing = PlaybackFeature.Editing(.segment(0), text: "We agreed on the budget.")
    }
    await store.send(.cancelButtonTapped) { $0.editing = nil }
    await store.send(.saveButtonTapped)
  }

  @Test("A segment is edited, keeps other words' times, is saved, and is undone")
  func text() async throws {
    let store = store()
    await store.send(.wordSelected(by: 1)) { $0.selectedWordIndex = 0 }
    await store.send(.segmentSelected(by: 1)) { $0.selectedWordIndex = 5 }
    await store.send(.editTextButtonTapped) {
      $0.editing = PlaybackFeature.Editing(.segment(1), text: "Please send it tomorrow.")
    }
    await store.send(.textFieldChanged(TextFieldState("Please send it today."))) {
      $0.type("Please send it today.")
    }
    let edit = try edit("We agreed on the budget. Please send it today.")
    var edited = Transcription.mock
    edited.apply(edit)
    await store.send(.saveButtonTapped) { [edited] in
      $0.editing = nil
      $0.transcript = .loaded(Transcript(edited))
      $0.record(.text(Transcription.mock.id, editedAt: now))
      $0.unsavedChanges = [.init(.text(edit), typed: $0.unsavedTexts.first)]
    }
    await store.receive(\.saveResponse.success) {
      $0.forgetTyped()
      $0.unsavedChanges = []
    }
    await store.receive(\.delegate.editsSaved)
    #expect(edited.words.map(\.start) == Transcription.mock.words.map(\.start))
    #expect(try await savedText == "We agreed on the budget. Please send it today.")

    #expect(try await undone(in: store) == .mock)
    #expect(try await database.transcription(of: Recording.mock.id) == .mock)
  }

  @Test("Text typed at the start of a segment does not extend the one before")
  func beginning() async throws {
    let store = store()
    await store.send(.wordSelected(by: 1)) { $0.selectedWordIndex = 0 }
    await store.send(.segmentSelected(by: 1)) { $0.selectedWordIndex = 5 }
    try await type("Well, please send it tomorrow.", for: 1, in: store)
    await receiveSaved(store)
    let segments = try #require(
      try await database.transcription(of: Recording.mock.id)?.segments)
    #expect(
      segments.map(\.text) == ["We agreed on the budget.", "Well, please send it tomorrow."])
    #expect(segments[0] == Transcription.mock.segments[0])
    #expect(segments[1].start == .seconds(3), "typed words take part of the pause before")
    #expect(segments[1].words.last == Transcription.mock.words.last)
  }

  @Test("A word is deselected when its segment is removed")
  func shorter() async throws {
    let store = store()
    await store.send(.wordSelected(by: 1)) { $0.selectedWordIndex = 0 }
    await store.send(.wordSelected(by: 8)) { $0.selectedWordIndex = 8 }
    await store.send(.editTextButtonTapped) {
      $0.editing = PlaybackFeature.Editing(.segment(1), text: "Please send it tomorrow.")
    }
    await store.send(.textFieldChanged(TextFieldState(""))) { $0.type("") }
    let edit = try edit("We agreed on the budget.")
    await store.send(.saveButtonTapped) {
      var edited = Transcription.mock
      edited.apply(edit)
      $0.selectedWordIndex = nil
      $0.editing = nil
      $0.transcript = .loaded(Transcript(edited))
      $0.record(.text(Transcription.mock.id, editedAt: now))
      $0.unsavedChanges = [.init(.text(edit), typed: $0.unsavedTexts.first)]
    }
    await store.receive(\.saveResponse.success) {
      $0.forgetTyped()
      $0.unsavedChanges = []
    }
    await store.receive(\.delegate.editsSaved)
  }

  @Test("Without text, there is nothing to edit and no word to select")
  func empty() async {
    var state = PlaybackFeature.State(recording: Shared(value: .mock))
    state.transcript = .loaded(Transcript(Transcription(segments: [])))
    let store = store(state)
    await store.send(.editTextButtonTapped)
    await store.send(.wordSelected(by: 1))
    await store.send(.segmentSelected(by: -1))
    await store.send(.selectedWordButtonTapped)
  }
}
