import ComposableArchitecture
import ComposableTerminal
import DatabaseClient
import DependenciesTestSupport
import RetentionCore
import SharedModels
import SharedSettings
import Testing
import TrashFeature

@MainActor
struct TrashFeatureTests {
  private let now = Date(timeIntervalSince1970: 1_000_000)

  private func memo(_ number: Int, trashed hours: Int?) -> Recording {
    var memo = Recording.preview(id: Recording.ID(UUID(number)), title: "Memo \(number)")
    memo.trashedAt = hours.map { now.addingTimeInterval(Double(-$0) * 3600) }
    return memo
  }

  private func library(_ memos: [Recording]) -> DatabaseClient {
    .inMemory(memos.map { TranscribedMemo(recording: $0, transcription: .mock) })
  }

  private func makeStore(
    _ database: DatabaseClient, days: Int? = nil,
    update: (inout DependencyValues) -> Void = { _ in }
  ) -> TestStoreOf<TrashFeature> {
    let settings = Settings(retention: Settings.Retention(trashDays: days))
    return TestStore(
      initialState: TrashFeature.State(settings: SharedReader(value: settings))
    ) {
      TrashFeature()
    } withDependencies: {
      $0.database = database
      $0.date.now = now
      $0.retentionKeeper = .previewValue
      $0.timeZone = .gmt
      update(&$0)
    }
  }

  private func question(
    _ title: String, deleting ids: [Recording.ID], button: String, message: String
  ) -> AlertState<TrashFeature.Action.Alert> {
    AlertState {
      TextState(title)
    } actions: {
      ButtonState(role: .destructive, action: .confirmDeletion(ids)) { TextState(button) }
      ButtonState(role: .cancel) { TextState("Cancel") }
    } message: {
      TextState(message)
    }
  }

  /// Reads the trash, and no more.
  private func read(_ store: TestStoreOf<TrashFeature>, _ memos: [Recording]) async {
    await store.send(.reloadButtonTapped)
    await store.receive(\.readResponse) {
      $0.memos = memos
      $0.readAt = now
    }
  }

  @Test("The last deleted memo comes first; memos of the library are excluded")
  func order() async {
    let (old, new) = (memo(1, trashed: 50), memo(2, trashed: 1))
    let store = makeStore(library([old, memo(3, trashed: nil), new]))
    await read(store, [new, old])
    #expect(store.state.selected == new)
    #expect(store.state.byteCount == 2 * Recording.mock.audio.byteCount)
  }

  @Test(
    "Days are counted from when a memo was deleted", .dependencies,
    arguments: [(nil, nil), (30, 28), (2, 0), (1, 0), (3, 1)] as [(Int?, Int?)])
  func days(setting: Int?, left: Int?) async {
    let old = memo(1, trashed: 50)
    let store = makeStore(library([old]), days: setting)
    await read(store, [old])
    #expect(store.state.daysLeft(of: old) == left)
  }

  @Test(
    "Days are counted from any date", .dependencies, arguments: [(1e300, 1_000_000), (-1e300, 0)])
  func daysFromAnyDate(seconds: Double, left: Int) {
    var memo = memo(1, trashed: 1)
    memo.trashedAt = Date(timeIntervalSince1970: seconds)
    let store = makeStore(library([]), days: 30)
    #expect(store.state.daysLeft(of: memo) == left)
  }

  @Test("A memo restored by another process leaves the list, and the selection stays")
  func follow() async throws {
    try await withMainSerialExecutor {
      let memos = [memo(1, trashed: 1), memo(2, trashed: 2), memo(3, trashed: 3)]
      let database = library(memos)
      let store = makeStore(database)
      let task = await store.send(.task)
      await store.receive(\.libraryChanged)
      await store.receive(\.readResponse) {
        $0.memos = memos
        $0.readAt = now
      }
      var list = store.state.list
      list.selection = 1
      await store.send(.set(\.list, list)) { $0.list.selection = 1 }

      try await database.restore(ids: [memos[0].id])
      await store.receive(\.libraryChanged)
      await store.receive(\.readResponse) {
        $0.memos = [memos[1], memos[2]]
        $0.list.selection = 0
      }
      #expect(store.state.selected?.id == memos[1].id)
      await task.cancel()
    }
  }

  @Test("The selected memo is opened")
  func open() async {
    let memos = [memo(1, trashed: 1), memo(2, trashed: 2)]
    let store = makeStore(library(memos))
    await read(store, memos)
    await store.send(.openButtonTapped)
    await store.receive(\.delegate.opened, memos[0])
  }

  @Test("A restored memo shows a notice with undo, and until then the trash stays open")
  func restore() async throws {
    let memos = [memo(1, trashed: 1), memo(2, trashed: 2)]
    let database = library(memos)
    let (gate, open) = AsyncStream<Void>.makeStream()
    let store = makeStore(database) {
      $0.retentionKeeper.restore = { [restore = $0.retentionKeeper.restore] ids in
        for await _ in gate { break }
        try await restore(ids)
      }
    }
    await read(store, memos)
    await store.send(.restoreButtonTapped) { $0.isRestoring = true }
    await store.send(.restoreButtonTapped)
    await store.send(.closeButtonTapped)
    open.yield()
    await store.receive(\.restoreResponse.success) {
      $0.isRestoring = false
      $0.notice = "'Memo 1' is back in the library."
    }
    await store.receive(\.delegate.restored, memos[0])
    await store.receive(\.readResponse) { $0.memos = [memos[1]] }
    let library = try await database.recordings(matching: RecordingQuery())
    #expect(library.map(\.id) == [memos[0].id])
  }

  @Test("A memo is deleted for good only after a question")
  func delete() async throws {
    let memos = [memo(1, trashed: 1), memo(2, trashed: 2)]
    let database = library(memos)
    let store = makeStore(database)
    await read(store, memos)
    let question = question(
      "Permanently delete 'Memo 1'?", deleting: [memos[0].id], button: "Delete",
      message: "1 memo, 352 KB. This cannot be undone.")
    await store.send(.deleteButtonTapped) { $0.alert = question }
    await store.send(.alert(.dismiss)) { $0.alert = nil }
    #expect(try await database.recordings(matching: RecordingQuery(place: .trash)).count == 2)

    await store.send(.deleteButtonTapped) { $0.alert = question }
    await store.send(\.alert.confirmDeletion, [memos[0].id]) { $0.alert = nil }
    await store.receive(\.deleteResponse.success) {
      $0.notice = "1 memo permanently deleted, 352 KB freed."
    }
    await store.receive(\.readResponse) { $0.memos = [memos[1]] }
    #expect(try await database.recordings(matching: RecordingQuery(place: nil)).count == 1)
  }

  @Test("Memos trashed after the question are not deleted with the rest")
  func empty() async throws {
    let late = memo(3, trashed: nil)
    let memos = [memo(1, trashed: 1), memo(2, trashed: 2)]
    let database = library(memos + [late])
    let store = makeStore(database)
    await store.send(.emptyButtonTapped)
    #expect(store.state.alert == nil, "there is nothing to ask about yet")
    await read(store, memos)
    await store.send(.emptyButtonTapped) {
      $0.alert = question(
        "Empty the trash?", deleting: memos.map(\.id), button: "Empty",
        message: "2 memos, 704 KB. This cannot be undone.")
    }
    try await database.trash(ids: [late.id], at: now)
    let action = try #require(store.state.alert?.buttons.first?.action.action)
    #expect(action == .confirmDeletion(memos.map(\.id)))
    await store.send(.alert(.presented(action))) { $0.alert = nil }
    await store.receive(\.deleteResponse.success) {
      $0.notice = "2 memos permanently deleted, 704 KB freed."
    }
    await store.receive(\.readResponse) { $0.memos = [memo(3, trashed: 0)] }
  }

  @Test("A failure shows the reason and leaves the trash unchanged")
  func failures() async {
    let memos = [memo(1, trashed: 1)]
    let error = DatabaseError.diskFull(path: "library.sqlite")
    let store = makeStore(library(memos)) {
      $0.retentionKeeper.deletePermanently = { _ in throw error }
      $0.retentionKeeper.restore = { _ in throw error }
    }
    await read(store, memos)
    await store.send(.restoreButtonTapped) { $0.isRestoring = true }
    await store.receive(\.restoreResponse.failure) {
      $0.isRestoring = false
      $0.alert = .message("The memo could not be restored.", error)
    }
    await store.send(.alert(.presented(.confirmDeletion([memos[0].id])))) { $0.alert = nil }
    await store.receive(\.deleteResponse.failure) {
      $0.alert = .message("Nothing was deleted.", error)
    }
  }

  @Test("Files that cannot be deleted are listed, with what was deleted")
  func filesLeft() async {
    let memos = [memo(1, trashed: 1)]
    let store = makeStore(library(memos)) {
      $0.retentionKeeper.deletePermanently = { _ in
        RetentionOutcome(failures: ["/a cannot be deleted: busy"], deletedCount: 1)
      }
    }
    await read(store, memos)
    await store.send(.deleteButtonTapped) {
      $0.alert = question(
        "Permanently delete 'Memo 1'?", deleting: [memos[0].id], button: "Delete",
        message: "1 memo, 352 KB. This cannot be undone.")
    }
    await store.send(\.alert.confirmDeletion, [memos[0].id]) { $0.alert = nil }
    await store.receive(\.deleteResponse.success) {
      $0.alert = .message("Some files could not be deleted.", "/a cannot be deleted: busy")
      $0.notice = "1 memo permanently deleted, 0 bytes freed."
    }
    await store.receive(\.readResponse)
  }

  @Test("Unreadable trash shows the reason and can be reloaded")
  func problem() async {
    let isBroken = LockIsolated(true)
    var database = library([memo(1, trashed: 1)])
    let error = DatabaseError.busy(path: "library.sqlite")
    database.recordings = { [recordings = database.recordings] query in
      if isBroken.value { throw error }
      return try await recordings(query)
    }
    let store = makeStore(database)
    await store.send(.reloadButtonTapped)
    await store.receive(\.readResponse) { $0.problem = "\(error)" }
    isBroken.setValue(false)
    await store.send(.reloadButtonTapped)
    await store.receive(\.readResponse) {
      $0.memos = [memo(1, trashed: 1)]
      $0.problem = nil
      $0.readAt = now
    }
  }

  @Test("The page closes itself")
  func close() async {
    let isDismissed = LockIsolated(false)
    let store = makeStore(library([])) {
      $0.dismiss = DismissEffect { isDismissed.setValue(true) }
    }
    await store.send(.closeButtonTapped).finish()
    #expect(isDismissed.value)
  }
}
