@testable import AppFeature
import ComposableArchitecture
import DatabaseClient
import Foundation
import PreviewHarness
import RecordingsListFeature
import SharedModels
import SharedSettings
import Testing
import UndoCore

@testable import AppPreview
@testable import PlaybackFeature

/// One stack of changes, undone newest first on whichever page the user is.
@Suite("App: undo", .dependencies)
@MainActor
struct UndoTests {
  let clock = TestClock()
  let one = Recording.memo(1, "One")
  let two = Recording.memo(2, "Two")

  private func store(
    _ state: AppFeature.State, database: DatabaseClient? = nil
  ) -> TestStoreOf<AppFeature> {
    makeStore(state) {
      $0.continuousClock = clock
      if let database { $0.database = database }
    }
  }

  func endNotice(in store: TestStoreOf<AppFeature>) async {
    await clock.advance(by: AppFeature.noticeDuration)
    await store.receive(\.noticeTimedOut) { $0.notice = nil }
  }

  /// Saves the list's sheet with a text, which changes these memos.
  private func save(
    _ text: String, to field: RecordingEdit.Field, of memos: [Recording],
    in store: TestStoreOf<AppFeature>, change: @escaping (inout Recording) -> Void
  ) async {
    store.exhaustivity = .off
    await store.send(.recordingsList(.editButtonTapped(field)))
    store.exhaustivity = .on
    await store.send(\.recordingsList.destination.edit.delegate.saved, text) {
      $0.recordingsList.destination = nil
      var changed = memos
      for index in changed.indices { change(&changed[index]) }
      $0.$recordings.withLock { [changed] recordings in
        for memo in changed { recordings[id: memo.id] = memo }
      }
      $0.$undoSteps.withLock { [changed] steps in
        if let step = UndoStep(from: memos, to: changed) { steps.append(step) }
      }
    }
    await store.receive(\.recordingsList.saveResponse)
  }

  @Test("A rename in the list is undone, and not an earlier deletion")
  func renameInList() async {
    var state = AppFeature.State.loaded(one)
    state.record(deletionOf: two)
    state.recordingsList.list.selection = 0
    let store = store(state)
    await save("Uno", to: .title, of: [one], in: store) { $0.title = "Uno" }
    #expect(store.state.undoSteps.last?.name == "rename of 'Uno'")
    await store.send(.undoButtonTapped) {
      $0.notice = "Undone: rename of 'Uno'."
      $0.$recordings.withLock { $0 = [one] }
      $0.undoDetails()
    }
    await store.receive(\.recordingsList.saveResponse)
    #expect(store.state.undoSteps.map(\.name) == ["deletion of 'Two'"])
    await endNotice(in: store)
  }

  @Test("Tags of several memos are one step, which spares a memo that has changed since")
  func tagsInList() async {
    var state = AppFeature.State.loaded(two, one)
    state.recordingsList.marked = [one.id, two.id]
    let store = store(state)
    await save("work", to: .tags, of: [two, one], in: store) { $0.tags = ["work"] }
    #expect(store.state.undoSteps.map(\.name) == ["tag change of 2 memos"])
    store.state.$recordings.withLock { $0[id: two.id]?.tags = ["home"] }
    await store.send(.undoButtonTapped) {
      $0.notice = "Undone: tag change of 2 memos, except for 1 memo changed since."
      $0.$recordings.withLock {
        $0[id: two.id]?.tags = ["home"]
        $0[id: one.id]?.tags = one.tags
      }
      $0.undoDetails(except: two.id)
    }
    await store.receive(\.recordingsList.saveResponse)
    await endNotice(in: store)
  }

  @Test("A favorite mark set in the open memo is undone")
  func favorite() async {
    let store = store(.loaded(two, one))
    await open(one, transcript: nil, in: store)
    await store.send(\.path[id: 0].playback.favoriteButtonTapped) {
      $0.path[id: 0]?.modify(\.playback) { $0.changeDetails { $0.isFavorite = true } }
    }
    await store.send(.undoButtonTapped) {
      $0.notice = "Undone: favorite change of 'One'."
      $0.$recordings.withLock { $0[id: one.id]?.isFavorite = false }
      $0.undoDetails()
    }
    await store.receive(\.recordingsList.saveResponse)
    await store.send(.backButtonTapped) { $0.close() }
    await endNotice(in: store)
  }

  var library: DatabaseClient {
    .inMemory([TranscribedMemo(recording: one, transcription: .mock)])
  }

  private func receiveSaved(
    in store: TestStoreOf<AppFeature>, then update: ((inout AppFeature.State) -> Void)? = nil
  ) async {
    await store.receive(\.path[id: 0].playback.saveResponse.success) {
      $0.path[id: 0, case: \.playback]?.unsavedChanges = []
      $0.$unsavedTexts.withLock { $0 = [] }
    }
    await store.receive(\.path[id: 0].playback.delegate.editsSaved, assert: update)
    await store.receive(\.recordingsList.textChanged)
  }

  /// A text was changed and saved, and its memo closed.
  private func storeAfterEdit(in database: DatabaseClient) async throws -> TestStoreOf<AppFeature> {
    let store = store(.loaded(two, one), database: database)
    await open(one, in: store)
    try await changeText(in: store)
    await receiveSaved(in: store)
    await store.send(.backButtonTapped) { $0.close() }
    return store
  }

  @Test("An edit of a segment is undone after its memo was closed")
  func segment() async throws {
    let database = library
    let store = try await storeAfterEdit(in: database)
    #expect(try await database.transcription(of: one.id)?.segments.first?.text == "Other words.")
    let step = try #require(store.state.undoSteps.last)
    await store.send(.undoButtonTapped) { $0.beginUndo() }
    await store.receive(\.undoResponse) {
      $0.add(step.inverse(.version(2, replacing: 1)), after: .undo)
      $0.isUndoing = false
      $0.notice = "Undone: edit of 'One'."
    }
    await store.receive(\.recordingsList.textChanged)
    #expect(try await database.transcription(of: one.id) == .mock)
    let versions = try await database.history.versions(of: one.id)
    #expect(versions.map(\.restored) == [nil, nil, 1])
    await endNotice(in: store)
  }

  @Test("Undo waits until the text is saved, and the open memo shows the text from before")
  func waits() async throws {
    let memory = library
    var database = memory
    let (saves, save) = AsyncStream<Void>.makeStream()
    database.editTranscription = { id, edit in
      for await _ in saves { break }
      try await memory.editTranscription(id: id, with: edit)
    }
    let store = store(.loaded(two, one), database: database)
    await open(one, in: store)
    try await changeText(in: store)
    let step = try #require(store.state.undoSteps.last)
    await store.send(.undoButtonTapped) { $0.undoRequest = .undo }
    save.yield()
    await receiveSaved(in: store) {
      $0.beginUndo()
      $0.undoRequest = nil
    }
    await store.receive(\.undoResponse) {
      $0.add(step.inverse(.version(2, replacing: 1)), after: .undo)
      $0.isUndoing = false
      $0.notice = "Undone: edit of 'One'."
      $0.path[id: 0, case: \.playback]?.transcript = .loaded(Transcript(.mock))
    }
    await store.receive(\.recordingsList.textChanged)
    await store.send(.backButtonTapped) { $0.close() }
    await endNotice(in: store)
  }

  @Test("An edit of a text that was changed elsewhere is not undone; a message names the memo")
  func changedElsewhere() async throws {
    let database = library
    let store = try await storeAfterEdit(in: database)
    let edited = try #require(try await database.transcription(of: one.id))
    let edit = try #require(
      edited.edit(text: "By another program.", at: Date(timeIntervalSince1970: 100)))
    try await database.editTranscription(id: edited.id, with: edit)
    await store.send(.undoButtonTapped) { $0.beginUndo() }
    await store.receive(\.undoResponse) {
      $0.isUndoing = false
      $0.notice = "The edit of 'One' cannot be undone: it has changed since."
    }
    #expect(try await database.transcription(of: one.id)?.text == "By another program.")
    await endNotice(in: store)
  }

  @Test("A permanently deleted memo is not restored without its audio; a message names it")
  func permanentlyDeleted() async {
    let state = AppFeature.State.loaded(two)
    state.record(deletionOf: one)
    let store = store(state, database: .inMemory([]))
    await store.send(.undoButtonTapped) { $0.beginUndo() }
    await store.receive(\.undoResponse) {
      $0.isUndoing = false
      $0.notice = "The deletion of 'One' cannot be undone: it was permanently deleted."
    }
    await endNotice(in: store)
  }

  @Test("A memo restored elsewhere keeps what was changed since")
  func restoredElsewhere() async {
    let state = AppFeature.State.loaded(two, one)
    state.record(deletionOf: one)
    let store = store(state)
    await store.send(.undoButtonTapped) {
      $0.notice = "The deletion of 'One' cannot be undone: it is already in the library."
      $0.$undoSteps.withLock { $0 = [] }
    }
    await endNotice(in: store)
  }

  @Test("If the database fails, the step stays")
  func fails() async {
    let error = DatabaseError.busy(path: "library.sqlite")
    let state = AppFeature.State.loaded(two)
    state.record(deletionOf: one)
    var database = library
    database.recordings = { _ in throw error }
    let store = store(state, database: database)
    await store.send(.undoButtonTapped) { $0.beginUndo() }
    await store.receive(\.undoResponse) {
      $0.isUndoing = false
      $0.notice = "The deletion of 'One' could not be undone: \(error)"
      $0.record(deletionOf: one)
      $0.redoBase = $0.undoSteps
    }
    await endNotice(in: store)
  }

  @Test("A memo restored on the trash page goes back to the trash")
  func restoration() async {
    var state = AppFeature.State.loaded(two, one)
    state.destination = .trash(TrashPage.State())
    let store = store(state)
    await store.send(\.destination.trash.trash.delegate.restored, one) {
      $0.$undoSteps.withLock { $0 = [UndoStep(.restored([one]), of: [one])] }
    }
    await store.send(.destination(.dismiss)) { $0.destination = nil }
    await store.send(.undoButtonTapped) {
      $0.notice = "Undone: restoration of 'One'."
      $0.$recordings.withLock { $0 = [two] }
      $0.recordingsList.rows = [two.id]
      $0.undo(by: .deleted([one]))
    }
    await store.receive(\.recordingsList.saveResponse)
    await endNotice(in: store)
  }

  @Test("A discarded recording is undone on any page, and is transcribed then")
  func discarded() async throws {
    let discarding = "ctrl+n wait:2 d y wait:1"
    let discarded = try await AppPreview.preview.lastFrame(
      of: "usual", discarding, size: "80x16")
    #expect(discarded.contains("is in the trash. Press u to undo."), "\(discarded)")
    #expect(discarded.contains("u undo: deletion of 'Memo of 20"), "\(discarded)")
    let undone = try await AppPreview.preview.lastFrame(
      of: "usual", "\(discarding) 3 u wait:1", size: "80x24")
    #expect(undone.contains("The transcript of 'Memo of 2026-01-01 00:00' is ready."), "\(undone)")
  }

  @Test(
    "A cleanup is undone with its setting, except for what the user has loosened since",
    arguments: [
      (
        Settings.Retention(memoDays: 90), Settings.Retention(memoDays: 7),
        Settings.Retention(memoDays: 90)
      ),
      (.init(trashDays: 30), .init(memoDays: 7, trashDays: 365), .init(trashDays: 365)),
    ])
  func cleanup(
    former: Settings.Retention, current: Settings.Retention, restored: Settings.Retention
  ) async throws {
    let state = AppFeature.State.loaded(two)
    state.settings.$settings.withLock { $0.retention = current }
    let store = store(state, database: library)
    await store.send(.settings(.delegate(.cleanedUp([one], former: former)))) {
      $0.$undoSteps.withLock {
        $0 = [UndoStep(.deleted([one], by: .cleanup(former: former)), of: [one])]
      }
    }
    await store.send(.undoButtonTapped) { $0.beginUndo() }
    await store.receive(\.undoResponse) {
      $0.isUndoing = false
      $0.notice = "Undone: cleanup of 'One'."
      $0.$recordings.withLock { $0 = [two, one] }
      $0.recordingsList.rows = [two.id, one.id]
      $0.select(one)
      $0.settings.$settings.withLock { $0.retention = restored }
    }
    await store.receive(\.recordingsList.saveResponse)
    await store.receive(\.settings.saveResponse.success)
    #expect(store.state.nextStep(.redo) == nil)
    await endNotice(in: store)
  }

  @Test("A cleanup is undone in the settings and elsewhere", arguments: ["", "1"])
  func cleanupPages(page: String) async throws {
    let script = "5 down down down down down enter type:1 enter y \(page) u wait:1 5"
    let frame = try await AppPreview.preview.lastFrame(of: "usual", script, size: "80x24")
    #expect(frame.contains("Old memos      kept forever"), "\(frame)")
    #expect(frame.contains("Undone: cleanup of "), "\(frame)")
  }

  @Test("A canceled title is typed again, in its memo if that is open and else in the list")
  func canceled() async {
    let typed = UnsavedText(.title, of: one.id, original: "One", text: "Uno")
    let step = UndoStep(.typed(typed), of: [one])
    let state = AppFeature.State.loaded(two, one)
    state.$undoSteps.withLock { $0 = [step, step] }
    let store = store(state)
    await open(one, transcript: nil, in: store)
    await store.send(.undoButtonTapped) {
      $0.path[id: 0, case: \.playback]?.editing = .init(.title, text: "One", typed: "Uno")
      $0.removeNextStep(.undo)
      $0.$unsavedTexts.withLock { $0 = [typed] }
    }
    await store.send(\.path[id: 0].playback.cancelButtonTapped) {
      $0.path[id: 0]?.modify(\.playback) {
        $0.editing = nil
        $0.record(.typed(typed))
      }
      $0.$unsavedTexts.withLock { $0 = [] }
    }
    await store.send(.backButtonTapped) { $0.close() }
    await store.send(.undoButtonTapped) {
      $0.recordingsList.reopen(typed)
      $0.removeNextStep(.undo)
    }
    #expect(store.state.recordingsList.destination?.edit?.text.text == "Uno")
    #expect(store.state.unsavedTexts == [typed])
  }

  @Test("The footer names the last change on every page, and u undoes it there")
  func footer() async throws {
    let preview = AppPreview.preview
    let renamed = try await preview.lastFrame(
      of: "usual", "r ctrl+u type:Train enter 3", size: "80x12")
    #expect(renamed.contains("u undo: rename of 'Train'"), "\(renamed)")
    let undone = try await preview.lastFrame(
      of: "usual", "r ctrl+u type:Train enter 3 u", size: "80x12")
    #expect(undone.contains("Undone: rename of 'Train'."), "\(undone)")
    let list = try await preview.lastFrame(
      of: "usual", "r ctrl+u type:Train enter 3 u 1", size: "80x12")
    #expect(list.contains("A thought on the train") && !list.contains("u undo"), "\(list)")
  }
}
