import ComposableArchitecture
import Foundation
import Testing

@MainActor
struct SyncUpsAppTests {
  @Test("SU-01 SU-13 NAV-09 NAV-13 TST-06 An edit in the detail shows in the list")
  func detailEdit() async throws {
    var syncUp = SyncUp.mock
    @Shared(.syncUps) var syncUps = [syncUp]
    let sharedSyncUp = try #require(Shared($syncUps[id: syncUp.id]))
    let store = TestStore(initialState: SyncUpsApp.State()) {
      SyncUpsApp()
    }

    await store.send(\.path.push, (id: 0, .detail(SyncUpDetail.State(syncUp: sharedSyncUp)))) {
      $0.path[id: 0] = .detail(SyncUpDetail.State(syncUp: sharedSyncUp))
    }
    await store.send(\.path[id: 0].detail.editButtonTapped) {
      $0.path[id: 0]?.modify(\.detail) {
        $0.destination = .edit(SyncUpForm.State(syncUp: syncUp))
      }
    }
    syncUp.title = "Blob"
    await store.send(\.path[id: 0].detail.destination.edit.binding.syncUp, syncUp) {
      $0.path[id: 0]?.modify(\.detail) {
        $0.destination?.modify(\.edit) { $0.syncUp.title = "Blob" }
      }
    }
    await store.send(\.path[id: 0].detail.doneEditingButtonTapped) {
      $0.path[id: 0, case: \.detail]?.destination = nil
      $0.syncUpsList.$syncUps.withLock { $0 = [syncUp] }
    }
    #expect(syncUps == [syncUp])
  }

  @Test("SU-05 SU-13 NAV-14 NAV-19 TST-08 A deletion in the detail pops it, and the list is empty")
  func delete() async throws {
    let syncUp = SyncUp.mock
    @Shared(.syncUps) var syncUps = [syncUp]
    let sharedSyncUp = try #require(Shared($syncUps[id: syncUp.id]))
    let store = TestStore(
      initialState: SyncUpsApp.State(
        path: StackState([.detail(SyncUpDetail.State(syncUp: sharedSyncUp))]))
    ) {
      SyncUpsApp()
    }
    let id = try #require(store.state.path.ids.first)

    await store.send(\.path[id: id].detail.deleteButtonTapped) {
      $0.path[id: id, case: \.detail]?.destination = .alert(.deleteSyncUp)
    }
    await store.send(\.path[id: id].detail.destination.alert.confirmDeletion) {
      $0.path[id: id, case: \.detail]?.destination = nil
      $0.syncUpsList.$syncUps.withLock { $0 = [] }
    }
    await store.receive(\.path.popFrom) {
      $0.path = StackState()
    }
  }

  @Test("SU-01 SU-13 NAV-12 TST-11 TST-16 TST-29 A meeting is recorded, and kept in the list")
  func recording() async throws {
    let syncUp = SyncUp.mock
    @Shared(.syncUps) var syncUps = [syncUp]
    let sharedSyncUp = try #require(Shared($syncUps[id: syncUp.id]))
    let store = TestStore(
      initialState: SyncUpsApp.State(
        path: StackState([.detail(SyncUpDetail.State(syncUp: sharedSyncUp))]))
    ) {
      SyncUpsApp()
    } withDependencies: {
      $0.continuousClock = ImmediateClock()
      $0.date.now = Date(timeIntervalSince1970: 1_234_567_890)
      $0.speechRecognizer.authorizationStatus = { .authorized }
      $0.speechRecognizer.startTask = {
        AsyncThrowingStream { continuation in
          continuation.yield(RecognizedSpeech(text: "I completed the project"))
          continuation.finish()
        }
      }
      $0.uuid = .incrementing
    }
    store.exhaustivity = .off
    let detail = try #require(store.state.path.ids.first)

    await store.send(\.path[id: detail].detail.startMeetingButtonTapped)
    await store.receive(\.path[id: detail].detail.delegate.startMeeting)
    let record = try #require(store.state.path.ids.last)
    #expect(record != detail)
    await store.send(\.path[id: record].record.onTask)
    await store.receive(\.path.popFrom) {
      #expect($0.path.count == 1)
    }
    store.assert {
      $0.syncUpsList.$syncUps.withLock {
        _ = $0[id: syncUp.id]?.meetings.insert(
          Meeting(
            id: Meeting.ID(UUID(0)), date: Date(timeIntervalSince1970: 1_234_567_890),
            transcript: "I completed the project"),
          at: 0)
      }
    }
    #expect(syncUps[id: syncUp.id]?.meetings.count == 2)
  }

  @Test("SU-01 NAV-17 RED-09 A stack with a case of plain data is built as state")
  func deepLink() async throws {
    let syncUp = SyncUp.mock
    @Shared(.syncUps) var syncUps = [syncUp]
    let sharedSyncUp = try #require(Shared($syncUps[id: syncUp.id]))
    let meeting = syncUp.meetings[0]
    let store = Store(
      initialState: SyncUpsApp.State(
        path: StackState([
          .detail(SyncUpDetail.State(syncUp: sharedSyncUp)),
          .meeting(meeting, syncUp: syncUp),
        ]))
    ) {
      SyncUpsApp()
    }

    let ids = store.path.ids
    let detail = try #require(
      store.scope(
        state: \.path[id: ids[0]]?.detail, action: \.path[id: ids[0]].detail))
    #expect(detail.syncUp == syncUp)
    guard case let .meeting(shown, syncUp: of) = store.path[id: ids[1]]
    else {
      Issue.record("The second screen is not the meeting")
      return
    }
    #expect(shown == meeting)
    #expect(of == syncUp)
  }
}
