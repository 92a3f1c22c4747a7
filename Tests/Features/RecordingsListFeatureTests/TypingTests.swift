import ComposableArchitecture
import ComposableTerminal
import DatabaseClient
import DependenciesTestSupport
import Foundation
@testable import RecordingsListFeature
import SharedModels
import SharedRecordings
import TerminalUI
import Testing
import UndoCore

/// Text typed in the list's sheets is not lost.
@Suite("List: typed text", .dependencies)
@MainActor
struct TypingTests {
  private let memos = (1...3).map { number in
    Recording.preview(
      id: Recording.ID(UUID(uuid: (UInt8(number), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))),
      title: "Memo \(number)", date: Date(timeIntervalSince1970: Double(-number)))
  }

  /// A list that has been read.
  private func store(
    typed: [UnsavedText] = [], modifying: (@Sendable () throws -> Void)? = nil,
    restoring restore: @escaping (inout RecordingsListFeature.State) -> Void = { _ in }
  ) async throws -> TestStoreOf<RecordingsListFeature> {
    let library = DatabaseClient.inMemory(
      memos.map { TranscribedMemo(recording: $0, transcription: .mock) })
    var database = library
    database.modify = { id, change in
      try modifying?()
      return try await library.modify(id: id, change: change)
    }
    let store = try await withDependencies {
      $0.database = database
      $0.date = .constant(Date(timeIntervalSince1970: 100_000))
    } operation: {
      let recordings = Shared(.recordings)
      try await recordings.load()
      let state = RecordingsListFeature.State(recordings: recordings, selectsFirst: true)
      state.$unsavedTexts.withLock { $0 = typed }
      return TestStore(initialState: state) { RecordingsListFeature() }
    }
    await store.send(.loadResponse(.success(()))) {
      $0.list.selection = 0
      restore(&$0)
    }
    await store.receive(\.delegate.loaded)
    return store
  }

  private func type(
    _ text: String, in store: TestStoreOf<RecordingsListFeature>, keeping texts: [UnsavedText]
  ) async {
    await store.send(\.destination.edit.textChanged, TextFieldState(text)) {
      $0.destination.modify(\.edit) { $0.text = TextFieldState(text) }
      $0.$unsavedTexts.withLock { $0 = texts }
    }
  }

  private func text(_ kind: UnsavedText.Kind, _ original: String, _ text: String) -> UnsavedText {
    UnsavedText(kind, of: memos[0].id, original: original, text: text)
  }

  @Test("Typed text is kept from the first letter until it is stored")
  func kept() async throws {
    let store = try await store()
    await store.send(.editButtonTapped(.title)) {
      $0.destination = .edit(.init(.title, of: memos[0]))
    }
    await type("Money", in: store, keeping: [text(.title, "Memo 1", "Money")])
    await type("Memo 1", in: store, keeping: [])
    let typed = text(.title, "Memo 1", "Money!")
    await type("Money!", in: store, keeping: [typed])
    await store.send(\.destination.edit.delegate.saved, "Money!") {
      $0.destination = nil
      $0.change([memos[0].id]) { $0.title = "Money!" }
      $0.textsBeingSaved = [typed]
    }
    await store.receive(\.saveResponse.success) {
      $0.textsBeingSaved = []
      $0.$unsavedTexts.withLock { $0 = [] }
    }
  }

  @Test("Text that could not be stored is kept until a retry succeeds")
  func notStored() async throws {
    let fails = LockIsolated(true)
    let error = DatabaseError.diskFull(path: "/library")
    let store = try await store(modifying: {
      if fails.value { throw error }
    })
    await store.send(.editButtonTapped(.tags)) {
      $0.destination = .edit(.init(.tags, of: memos[0]))
    }
    let typed = text(.tags, "", "work")
    await type("work", in: store, keeping: [typed])
    await store.send(\.destination.edit.delegate.saved, "work") {
      $0.destination = nil
      $0.change([memos[0].id]) { $0.tags = ["work"] }
      $0.textsBeingSaved = [typed]
    }
    await store.receive(\.saveResponse.failure) { $0.destination = .alert(.notSaved(error)) }
    #expect(store.state.unsavedTexts == [typed])
    fails.setValue(false)
    await store.send(\.destination.alert.tryAgainButtonTapped) { $0.destination = nil }
    await store.receive(\.saveResponse.success) {
      $0.textsBeingSaved = []
      $0.$unsavedTexts.withLock { $0 = [] }
    }
  }

  @Test("A sheet closed with text adds a step that reopens it; one without text does not")
  func left() async throws {
    let store = try await store()
    var prompt = TextPrompt<RecordingEdit>.State(.title, of: memos[0])
    await store.send(.editButtonTapped(.title)) { [prompt] in $0.destination = .edit(prompt) }
    let typed = text(.title, "Memo 1", "Money")
    await type("Money", in: store, keeping: [typed])
    await store.send(\.destination.edit.cancelButtonTapped) {
      $0.record(UndoStep(.typed(typed), of: [memos[0]]))
      $0.$unsavedTexts.withLock { $0 = [] }
    }
    await store.receive(\.destination.dismiss) { $0.destination = nil }
    await store.send(.editButtonTapped(.title)) { [prompt] in $0.destination = .edit(prompt) }
    await store.send(\.destination.edit.cancelButtonTapped)
    await store.receive(\.destination.dismiss) { $0.destination = nil }

    var state = store.state
    state.reopen(typed)
    prompt.text = TextFieldState("Money")
    #expect(state.destination?.edit == prompt)
    #expect(state.unsavedTexts == [typed])
  }

  @Test("Tags for several memos are being typed again when the list is read")
  func several() async throws {
    let gone = Recording.ID(UUID(9))
    let typed = UnsavedText(
      .tagChanges, of: memos[0].id, original: "", text: "work, -ho",
      otherRecordingIDs: [gone, memos[2].id])
    let kept = UnsavedText(
      .tagChanges, of: memos[0].id, original: "", text: "work, -ho",
      otherRecordingIDs: [memos[2].id])
    var prompt = TextPrompt<RecordingEdit>.State(tagsOf: [memos[0].id, memos[2].id])
    prompt.text = TextFieldState("work, -ho")
    let store = try await store(
      typed: [typed],
      restoring: {
        $0.destination = .edit(prompt)
        $0.marked = [memos[0].id, memos[2].id]
        $0.$unsavedTexts.withLock { $0 = [kept] }
      })
    #expect(store.state.destination?.edit?.text.text == "work, -ho")
    #expect(store.state.marked == [memos[0].id, memos[2].id])
    #expect(store.state.unsavedTexts.map(\.recordingIDs) == [[memos[0].id, memos[2].id]])
    let edited = UnsavedText(
      .tagChanges, of: memos[0].id, original: "", text: "work, -Home",
      otherRecordingIDs: [memos[2].id])
    await type("work, -Home", in: store, keeping: [edited])
    await store.send(\.destination.edit.delegate.saved, "work, -Home") {
      $0.destination = nil
      $0.change([memos[0].id, memos[2].id]) { $0.tags = ["work"] }
      $0.textsBeingSaved = [edited]
    }
    await store.receive(\.saveResponse.success) {
      $0.textsBeingSaved = []
      $0.$unsavedTexts.withLock { $0 = [] }
    }
  }
}
