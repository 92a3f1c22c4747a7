import ComposableArchitecture
import DatabaseClient
import DependenciesTestSupport
@testable import RecordingsListFeature
import SharedModels
import TerminalUI
import Testing
import UndoCore

@MainActor
struct RecordingsListFeatureTests {
  private let one = Recording.memo(1, "One", tags: ["home"])
  private let two = Recording.memo(2, "Two")
  private let three = Recording.memo(3, "Three")

  private func makeStore(
    selection: Int? = nil, marked: Set<Recording.ID> = []
  ) -> TestStoreOf<RecordingsListFeature> {
    var state = RecordingsListFeature.State(recordings: Shared(value: [three, two, one]))
    state.list.selection = selection
    state.marked = marked
    return TestStore(initialState: state) { RecordingsListFeature() }
  }

  @Test("SR-03 Selecting a memo notifies the parent, newest first")
  func select() async {
    let store = makeStore()
    #expect(store.state.rows == [three.id, two.id, one.id])
    await store.send(.set(\.list, ListState(selection: 1))) { $0.list.selection = 1 }
    await store.send(.openButtonTapped)
    await store.receive(\.delegate.recordingSelected, two.id)
  }

  @Test("SR-04 SR-05 Deleted rows disappear, with a step to restore them for each deletion")
  func deleteAndUndo() async {
    let store = makeStore(selection: 2, marked: [three.id])
    await store.send(.deleteButtonTapped) {
      $0.$recordings.withLock { _ = $0.remove(id: three.id) }
      $0.record(deletionOf: [three])
      $0.list.selection = 1
      $0.marked = []
      $0.rows = [two.id, one.id]
    }
    await store.receive(\.delegate.deleted, [three])
    await store.receive(\.saveResponse)
    await store.send(.deleteButtonTapped) {
      $0.$recordings.withLock { _ = $0.remove(id: one.id) }
      $0.record(deletionOf: [one])
      $0.list.selection = 0
      $0.rows = [two.id]
    }
    await store.receive(\.delegate.deleted, [one])
    await store.receive(\.saveResponse)
    #expect(store.state.undoSteps.map(\.name) == ["deletion of 'Three'", "deletion of 'One'"])
  }

  @Test("A new memo is selected once it is listed, even if the filter would hide it")
  func reveal() async {
    var state = RecordingsListFeature.State(
      recordings: Shared(value: [two, one]), arrangement: Arrangement(filter: "One"))
    state.list.selection = 0
    state.reveal(three.id)
    #expect(state.rows == [one.id] && state.selectedID == one.id)
    let store = TestStore(initialState: state) { RecordingsListFeature() }
    store.state.$recordings.withLock { $0 = [three, two, one] }
    await store.send(.recordingsChanged) {
      $0.$recordings.withLock { $0 = [three, two, one] }
      $0.arrangement.filter = ""
      $0.newID = nil
      $0.rows = [three.id, two.id, one.id]
    }
    #expect(store.state.selectedID == three.id)
  }

  @Test("A memo that matches the filter is selected in it, unless the user has moved on")
  func revealInFilter() async {
    var state = RecordingsListFeature.State(
      recordings: Shared(value: [two, one]), arrangement: Arrangement(filter: "o"))
    state.reveal(one.id)
    #expect(state.arrangement.filter == "o" && state.selectedID == one.id)
    state.reveal(three.id)
    let store = TestStore(initialState: state) { RecordingsListFeature() }
    await store.send(.set(\.list, ListState(selection: 0))) {
      $0.list.selection = 0
      $0.newID = nil
    }
  }

  @Test("The next and previous matches follow each other, the first after the last")
  func matches() async {
    let store = makeStore()
    await store.send(.matchSelected(by: 1)) { $0.list.selection = 0 }
    await store.send(.matchSelected(by: 1)) { $0.list.selection = 1 }
    await store.send(.matchSelected(by: -1)) { $0.list.selection = 0 }
    await store.send(.matchSelected(by: -1)) { $0.list.selection = 2 }
    await store.send(.matchSelected(by: 1)) { $0.list.selection = 0 }
  }

  @Test("Without a selection or with a missing row, nothing is deleted, opened or edited")
  func nothingChosen() async {
    let store = makeStore()
    await store.send(.deleteButtonTapped)
    await store.send(.openButtonTapped)
    await store.send(.editButtonTapped(.title))
    await store.send(.favoriteButtonTapped)
  }

  @Test("A memo gets another title; one of blanks is refused")
  func rename() async {
    let store = makeStore(selection: 1)
    await store.send(.editButtonTapped(.title)) {
      $0.destination = .edit(.init(.title, of: two))
    }
    await store.send(\.destination.edit.textChanged, TextFieldState("  ")) {
      $0.destination?.modify(\.edit) { $0.text = TextFieldState("  ") }
      $0.keep(.title, of: two, original: "Two", "  ")
    }
    await store.send(\.destination.edit.saveButtonTapped)
    await store.send(\.destination.edit.textChanged, TextFieldState(" Budget ")) {
      $0.destination?.modify(\.edit) { $0.text = TextFieldState(" Budget ") }
      $0.keep(.title, of: two, original: "Two", " Budget ")
    }
    await store.send(\.destination.edit.saveButtonTapped)
    await store.receive(\.destination.edit.delegate.saved) {
      $0.destination = nil
      $0.change([two.id]) { $0.title = "Budget" }
      $0.textsBeingSaved = $0.unsavedTexts
    }
    await store.receive(\.saveResponse) { $0.forgetTyped() }
  }

  @Test("A memo's tags are edited as a line; canceling changes nothing")
  func tags() async {
    let store = makeStore(selection: 2)
    await store.send(.editButtonTapped(.tags)) {
      $0.destination = .edit(.init(.tags, of: one))
    }
    #expect(store.state.destination?.edit?.text.text == "home")
    await store.send(\.destination.edit.cancelButtonTapped)
    await store.receive(\.destination.dismiss) { $0.destination = nil }
    await store.send(.editButtonTapped(.tags)) {
      $0.destination = .edit(.init(.tags, of: one))
    }
    await store.send(\.destination.edit.textChanged, TextFieldState("a b, ,c,a b")) {
      $0.destination?.modify(\.edit) { $0.text = TextFieldState("a b, ,c,a b") }
      $0.keep(.tags, of: one, original: "home", "a b, ,c,a b")
    }
    await store.send(\.destination.edit.saveButtonTapped)
    await store.receive(\.destination.edit.delegate.saved) {
      $0.destination = nil
      $0.change([one.id]) { $0.tags = ["a b", "c"] }
      $0.textsBeingSaved = $0.unsavedTexts
    }
    await store.receive(\.saveResponse) { $0.forgetTyped() }
  }

  @Test("Favorites are marked and can be filtered; the selection stays")
  func favorites() async {
    let store = makeStore(selection: 1)
    await store.send(.favoriteButtonTapped) {
      $0.change([two.id]) { $0.isFavorite = true }
    }
    await store.receive(\.saveResponse)
    await store.send(.favoritesOnlyButtonTapped) {
      $0.arrangement.favoritesOnly = true
      $0.list.selection = 0
      $0.rows = [two.id]
    }
    await store.send(.filterClearButtonTapped) {
      $0.arrangement.favoritesOnly = false
      $0.list.selection = 1
      $0.rows = [three.id, two.id, one.id]
    }
  }

  @Test("A filter works while it is typed, stays when it is done, and goes when it is cleared")
  func filter() async {
    let store = makeStore()
    await store.send(.filterButtonTapped) { $0.filterField = TextFieldState() }
    await store.send(.filterChanged(TextFieldState("t"))) {
      $0.arrangement.filter = "t"
      $0.filterField = TextFieldState("t")
      $0.rows = [three.id, two.id]
    }
    await store.send(.filterChanged(TextFieldState("th"))) {
      $0.arrangement.filter = "th"
      $0.filterField = TextFieldState("th")
      $0.rows = [three.id]
    }
    await store.send(.filterDoneButtonTapped) { $0.filterField = nil }
    await store.send(.filterClearButtonTapped) {
      $0.arrangement.filter = ""
      $0.rows = [three.id, two.id, one.id]
    }
  }

  @Test("The sort orders cycle")
  func order() async {
    let store = makeStore()
    await store.send(.orderButtonTapped) {
      $0.arrangement.order = .oldest
      $0.rows = [one.id, two.id, three.id]
    }
    await store.send(.orderButtonTapped) {
      $0.arrangement.order = .title
      $0.rows = [one.id, three.id, two.id]
    }
    await store.send(.orderButtonTapped) {
      $0.arrangement.order = .longest
      $0.rows = [three.id, two.id, one.id]
    }
    await store.send(.orderButtonTapped) { $0.arrangement.order = .newest }
  }

  @Test("A change that cannot be stored is reported, kept, and stored on retry")
  func saveFails() async throws {
    let isFull = LockIsolated(true)
    let memory = DatabaseClient.inMemory([TranscribedMemo(recording: one, transcription: .mock)])
    try await withMainSerialExecutor {
      var database = memory
      database.modify = { id, change in
        if isFull.value { throw DatabaseError.diskFull(path: "x") }
        return try await memory.modify(id: id, change: change)
      }
      let store = TestStore(initialState: RecordingsListFeature.State()) {
        RecordingsListFeature()
      } withDependencies: {
        $0.database = database
      }
      try await store.state.$recordings.load()
      await store.send(.recordingsChanged) {
        $0.$recordings.withLock { $0 = [one] }
        $0.rows = [one.id]
      }
      await store.send(.set(\.list, ListState(selection: 0))) { $0.list.selection = 0 }
      await store.send(.favoriteButtonTapped) {
        $0.change([one.id]) { $0.isFavorite = true }
      }
      await store.receive(\.saveResponse) {
        $0.destination = .alert(.notSaved(DatabaseError.diskFull(path: "x")))
      }
      let alert = try #require(store.state.destination?.alert)
      #expect(
        alert.message.map { String(state: $0) } == DatabaseError.diskFull(path: "x").description)
      isFull.setValue(false)
      await store.send(\.destination.alert.tryAgainButtonTapped) { $0.destination = nil }
      await store.receive(\.saveResponse)
      #expect(try await memory.recordings(matching: RecordingQuery()).first?.isFavorite == true)
    }
  }

  @Test("The library loads and updates; the selection stays")
  func follows() async throws {
    let memory = DatabaseClient.inMemory([TranscribedMemo(recording: two, transcription: .mock)])
    await withMainSerialExecutor {
      let store = TestStore(initialState: RecordingsListFeature.State()) {
        RecordingsListFeature()
      } withDependencies: {
        $0.database = memory
      }
      let task = await store.send(.task)
      await store.receive(\.recordingsChanged) {
        $0.$recordings.withLock { $0 = [two] }
        $0.rows = [two.id]
      }
      await store.receive(\.loadResponse)
      await store.receive(\.delegate.loaded)
      await store.send(.set(\.list, ListState(selection: 0))) { $0.list.selection = 0 }
      try? await memory.insert(recording: three, job: nil)
      await store.receive(\.recordingsChanged) {
        $0.$recordings.withLock { $0 = [three, two] }
        $0.list.selection = 1
        $0.rows = [three.id, two.id]
      }
      #expect(store.state.selectedID == two.id)
      await task.cancel()
    }
  }

  @Test("Each sentence of a transcript changes its memo, and the rows are not updated for it")
  func progress() async {
    await withMainSerialExecutor {
      let recordings = Shared(value: [three, two, one] as IdentifiedArrayOf<Recording>)
      recordings.withLock { $0[id: two.id]?.transcription = .queued }
      let count = LockIsolated(0)
      let store = Store(initialState: RecordingsListFeature.State(recordings: recordings)) {
        CombineReducers {
          Reduce<RecordingsListFeature.State, RecordingsListFeature.Action> { _, action in
            if case .recordingsChanged = action { count.withValue { $0 += 1 } }
            return .none
          }
          RecordingsListFeature()
        }
      }
      func rest() async { for _ in 0..<100 { await Task.yield() } }
      let task = store.send(.task)
      await rest()
      for percent in 1...20 {
        recordings.withLock {
          $0[id: two.id]?.transcription = .running(progress: Double(percent) / 100)
        }
        await rest()
      }
      #expect(count.value == 0)
      recordings.withLock { _ = $0.remove(id: two.id) }
      while count.value == 0 { await Task.yield() }
      #expect(store.state.rows == [three.id, one.id])
      #expect(count.value == 1)
      task.cancel()
    }
  }

  @Test("An unreadable library shows the reason until it can be read")
  func loadFails() async {
    let isBusy = LockIsolated(true)
    var database = DatabaseClient.inMemory([TranscribedMemo(recording: one, transcription: .mock)])
    database.recordings = { [database] query in
      if isBusy.value { throw DatabaseError.busy(path: "x") }
      return try await database.recordings(matching: query)
    }
    await withMainSerialExecutor {
      let store = TestStore(initialState: RecordingsListFeature.State()) {
        RecordingsListFeature()
      } withDependencies: {
        $0.database = database
      }
      await store.send(.reloadButtonTapped)
      await store.receive(\.loadResponse) {
        $0.loadError = DatabaseError.busy(path: "x").description
      }
      await store.receive(\.delegate.loadFailed)
      isBusy.setValue(false)
      await store.send(.reloadButtonTapped) { $0.loadError = nil }
      await store.receive(\.loadResponse) {
        $0.$recordings.withLock { $0 = [one] }
        $0.rows = [one.id]
      }
      await store.receive(\.delegate.loaded)
    }
  }
}

extension RecordingsListFeature.State {
  /// Typed text is kept.
  fileprivate mutating func keep(
    _ kind: UnsavedText.Kind, of recording: Recording, original: String, _ text: String
  ) {
    let typed = UnsavedText(kind, of: recording.id, original: original, text: text)
    $unsavedTexts.withLock { $0.keep(typed) }
  }

  /// Typed text is stored.
  fileprivate mutating func forgetTyped() {
    textsBeingSaved = []
    $unsavedTexts.withLock { $0 = [] }
  }
}
