@testable import AppFeature
import AudioRecorderClient
import ComposableArchitecture
import DatabaseClient
import ExportFilesClient
import Foundation
import PreviewHarness
import RecordingsListFeature
import RetentionCore
import SharedModels
import Testing
import TranscriptionFeature
import UndoCore

@testable import AppPreview
@testable import PlaybackFeature
@testable import RecordMemoFeature

@MainActor
struct NavigationTests {
  private let one = Recording.memo(1, "One")
  private let two = Recording.memo(2, "Two")

  @Test("A memo selected in the list opens, and closes on going back; both are stored")
  func openAndBack() async {
    let store = makeStore(.loaded(two, one))
    await open(one, transcript: nil, in: store)
    await store.send(.backButtonTapped) {
      $0.path = StackState()
      $0.note([])
    }
  }

  @Test("A memo that a search has found opens at the word")
  func searchHit() async {
    let store = makeStore(.loaded(two, one))
    await store.send(.tabSelected(.search)) {
      $0.tab = .search
      $0.note([], tab: .search)
    }
    let query = SearchQuery("budget")
    await store.send(.search(.delegate(.opened(two.id, at: .milliseconds(4_200), query)))) {
      $0.open(two, id: 0, at: 4.2)
      $0.path[id: 0, case: \.playback]?.find = PlaybackFeature.Find(query)
    }
    await store.receive(\.path[id: 0].playback.task)
    await store.receive(\.path[id: 0].playback.transcriptResponse) {
      $0.path[id: 0, case: \.playback]?.find = nil
      $0.path[id: 0, case: \.playback]?.transcript = .missing
    }
    await store.send(.tabSelected(.memos)) {
      $0.path = StackState()
      $0.tab = .memos
      $0.note([], tab: .memos)
    }
  }

  @Test("A search hit in the memo that is playing shows its matches there")
  func searchHitInOpenMemo() async throws {
    let frame = try await AppPreview.preview.lastFrame(
      of: "usual", "enter 2 type:yesterday wait:0.3 down enter", size: "80x12")
    #expect(frame.contains("\nFind: yesterday 1 of 1"), "\(frame)")
    #expect(frame.contains("\nA thought on the train"), "\(frame)")
  }

  @Test("The title that is edited in the open memo is the list's")
  func sharedTitle() async throws {
    let store = makeStore(.loaded(two, one))
    await open(one, transcript: nil, in: store)
    let typed = UnsavedText(.title, of: one.id, original: "One", text: "Uno")
    await store.send(\.path[id: 0].playback.editTitleButtonTapped) {
      $0.path[id: 0, case: \.playback]?.editing = .init(.title, text: "One")
    }
    await store.send(\.path[id: 0].playback.textFieldChanged, .init("Uno")) {
      $0.path[id: 0, case: \.playback]?.editing?.field = .init("Uno")
      $0.$unsavedTexts.withLock { $0 = [typed] }
    }
    await store.send(\.path[id: 0].playback.saveButtonTapped) {
      $0.path[id: 0]?.modify(\.playback) {
        $0.editing = nil
        $0.changeDetails { $0.title = "Uno" }
      }
    }
    await store.receive(\.path[id: 0].playback.detailsSaveResponse) {
      $0.$unsavedTexts.withLock { $0 = [] }
    }
    await store.send(.backButtonTapped) { $0.close() }
  }

  @Test("Deleting the open memo closes it with a notice")
  func goneWhileOpen() async {
    let clock = TestClock()
    let store = makeStore(.loaded(two, one)) { $0.continuousClock = clock }
    await open(one, transcript: nil, in: store)
    // As the library's news does.
    store.state.$recordings.withLock { _ = $0.remove(id: one.id) }
    await store.send(.recordingsList(.recordingsChanged)) {
      $0.$recordings.withLock { _ = $0.remove(id: one.id) }
      $0.notice = "The memo you had open was removed from the library."
      $0.noticeSubject = .removed([one.id])
      $0.path = StackState()
      $0.recordingsList.rows = [two.id]
      $0.note([])
    }
    await clock.advance(by: AppFeature.noticeDuration)
    await store.receive(\.noticeTimedOut) { $0.notice = nil }
  }

  @Test("The open memo is put into the trash; undo restores it and replaces the notice")
  func deleteOpenMemo() async {
    let clock = TestClock()
    let store = makeStore(.loaded(two, one)) {
      $0.continuousClock = clock
      $0.database.recordings = { [one] _ in [one] }
    }
    await open(one, transcript: nil, in: store)
    await store.send(.deleteMemoButtonTapped) {
      $0.notice = "'One' is in the trash. Press u to undo."
      $0.noticeSubject = .deleted([one.id])
      $0.$recordings.withLock { _ = $0.remove(id: one.id) }
      $0.path = StackState()
      $0.record(deletionOf: one)
      $0.recordingsList.rows = [two.id]
      $0.note([])
    }
    await store.receive(\.recordingsList.saveResponse)
    await store.send(.undoButtonTapped) {
      $0.beginUndo()
      $0.notice = nil
    }
    await store.receive(\.undoResponse) {
      let step = UndoStep(.deleted([one]), of: [one])
      $0.add(step.inverse(.restored([one])), after: .undo)
      $0.isUndoing = false
      $0.$recordings.withLock { $0 = [two, one] }
      $0.notice = "Undone: deletion of 'One'."
      $0.recordingsList.list.selection = 1
      $0.recordingsList.$place.withLock { $0.selectedID = one.id }
      $0.recordingsList.rows = [two.id, one.id]
    }
    await store.receive(\.recordingsList.saveResponse)
    await clock.advance(by: AppFeature.noticeDuration)
    await store.receive(\.noticeTimedOut) { $0.notice = nil }
  }

  @Test("Typed text is stored before its memo closes")
  func unsavedEdit() async throws {
    let (saves, save) = AsyncStream<Void>.makeStream()
    let store = makeStore(.loaded(one)) {
      $0.database.transcription = { _ in .mock }
      $0.database.editTranscription = { _, _ in for await _ in saves { return } }
      $0.date = .constant(Date(timeIntervalSince1970: 0))
    }
    await open(one, in: store)
    try await changeText(in: store)
    await store.send(.backButtonTapped) { $0.closeRequest = .close(0) }
    save.yield()
    await store.receive(\.path[id: 0].playback.saveResponse) {
      $0.path[id: 0, case: \.playback]?.unsavedChanges = []
      $0.$unsavedTexts.withLock { $0 = [] }
    }
    await store.receive(\.path[id: 0].playback.delegate.editsSaved) {
      $0.closeRequest = nil
      $0.path = StackState()
      $0.note([])
    }
    await store.receive(\.recordingsList.textChanged)
  }

  @Test("Recording covers everything else and pauses playback")
  func record() async {
    let clock = TestClock()
    let store = makeStore(.loaded(one)) {
      $0.audioRecorder.requestRecordPermission = { false }
      $0.continuousClock = clock
    }
    await open(one, transcript: nil, in: store)
    await store.send(\.path[id: 0].playback.playButtonTapped) {
      $0.path[id: 0, case: \.playback]?.mode = .playing
    }
    await store.receive(\.path[id: 0].playback.delegate.playbackStarted)
    await withMainSerialExecutor {
      await store.send(.recordButtonTapped) {
        $0.destination = .record(RecordMemoFeature.State(start: .recording))
        $0.path[id: 0, case: \.playback]?.mode = .paused
      }
      await store.receive(\.destination.record.task)
      await store.receive(\.destination.record.inputResponse) {
        $0.destination?.modify(\.record) { $0.input = .noDevice }
      }
      await store.receive(\.destination.record.draftsResponse.success)
      await store.receive(\.destination.record.recordPermissionResponse, false) {
        $0.destination?.modify(\.record) { $0.alert = .cannotRecord(.noDevice) }
      }
      await store.receive(\.destination.record.inputResponse)
    }
    await store.send(.destination(.dismiss)) { $0.destination = nil }
    await store.send(.backButtonTapped) { $0.close() }
  }

  @Test("A saved recording shows a notice, closes the sheet, and is selected once it is listed")
  func recorded() async {
    let clock = TestClock()
    var state = AppFeature.State.loaded(one)
    state.destination = .record(RecordMemoFeature.State())
    let store = makeStore(state) { $0.continuousClock = clock }
    await store.send(
      \.destination.record.delegate,
      .didFinish(two, hasMoreDrafts: false, interruption: nil)
    ) {
      $0.destination = nil
      $0.notice = "'Two' is in the library."
      $0.recordingsList.newID = two.id
    }
    store.state.$recordings.withLock { $0 = [two, one] }
    await store.send(.recordingsList(.recordingsChanged)) {
      $0.$recordings.withLock { $0 = [two, one] }
      $0.recordingsList.newID = nil
      $0.recordingsList.rows = [two.id, one.id]
      $0.select(two)
    }
    await clock.advance(by: AppFeature.noticeDuration)
    await store.receive(\.noticeTimedOut) { $0.notice = nil }
  }

  @Test("An import reports its count, and an empty one reports nothing")
  func imported() async {
    let clock = TestClock()
    let store = makeStore(.loaded()) { $0.continuousClock = clock }
    for (added, notice) in [
      ([], nil), ([one.id], "Imported 1 memo; it is being transcribed."),
      ([one.id, two.id], "Imported 2 memos; they are being transcribed."),
    ] as [([Recording.ID], String?)] {
      await store.send(.importButtonTapped) { $0.destination = .importFiles(.init()) }
      await store.receive(\.destination.importFiles.task)
      await store.send(\.destination.importFiles.delegate.finished, added) {
        $0.destination = nil
        if let notice { $0.notice = notice }
        $0.recordingsList.newID = added.last
      }
    }
    await clock.advance(by: AppFeature.noticeDuration)
    await store.receive(\.noticeTimedOut) { $0.notice = nil }
  }

  @Test("A finished transcript shows a notice, and a queued memo opens")
  func queue() async {
    let clock = TestClock()
    let store = makeStore(.loaded(two, one)) { $0.continuousClock = clock }
    await store.send(.transcription(.delegate(.transcriptFinished(two.id)))) {
      $0.notice = "The transcript of 'Two' is ready."
    }
    await clock.advance(by: AppFeature.noticeDuration)
    await store.receive(\.noticeTimedOut) { $0.notice = nil }
    await store.send(.transcription(.delegate(.transcriptFinished(Recording.mock.id))))
    await open(one, transcript: nil, in: store)
    await store.send(.backButtonTapped) { $0.close() }
  }

  @Test("Anything is counted only while the statistics are seen")
  func statistics() async {
    let store = makeStore(.loaded(one)) {
      $0.database = .inMemory([TranscribedMemo(recording: one, transcription: .mock)])
      $0.timeZone = .gmt
    }
    store.exhaustivity = .off
    #expect(store.state.statistics == nil)
    await store.send(.tabSelected(.statistics))
    await store.receive(\.statistics.task)
    #expect(store.state.statistics != nil)
    await store.send(.tabSelected(.memos))
    #expect(store.state.statistics == nil)
    await store.finish()
  }

  @Test("Automatic cleanup reports how many memos were removed, and failures")
  func retention() async {
    let clock = TestClock()
    let store = makeStore(.loaded(one)) { $0.continuousClock = clock }
    await store.send(.retentionResponse(.success(nil)))
    await store.send(
      .retentionResponse(.success(RetentionOutcome(deletedCount: 2, trashed: [two.id])))
    ) {
      $0.notice =
        "Cleanup of old memos: 1 memo moved to the trash. "
        + "2 memos permanently deleted, 0 bytes freed. Press D to open the trash."
    }
    await store.send(.retentionResponse(.failure(DatabaseError.diskFull(path: "x")))) {
      $0.notice = "Old memos could not be deleted: \(DatabaseError.diskFull(path: "x"))"
    }
    await clock.advance(by: AppFeature.noticeDuration)
    await store.receive(\.noticeTimedOut) { $0.notice = nil }
  }

  @Test("The position is stored every ten seconds during playback, and exactly on pause")
  func place() async {
    let store = makeStore(.loaded(one))
    await open(one, transcript: nil, in: store)
    await store.send(\.path[id: 0].playback.playButtonTapped) {
      $0.path[id: 0, case: \.playback]?.mode = .playing
    }
    await store.receive(\.path[id: 0].playback.delegate.playbackStarted)
    for (time, noted) in [(3.1, 0.0), (9.9, 0), (10.2, 10)] {
      await store.send(\.path[id: 0].playback.timeUpdated, time) {
        $0.path[id: 0, case: \.playback]?.currentTime = time
        $0.note([.init(id: one.id, time: noted)])
      }
    }
    await store.send(\.path[id: 0].playback.playButtonTapped) {
      $0.path[id: 0, case: \.playback]?.mode = .paused
      $0.note([.init(id: one.id, time: 10.2)])
    }
    await store.send(.backButtonTapped) { $0.close() }
  }
}
