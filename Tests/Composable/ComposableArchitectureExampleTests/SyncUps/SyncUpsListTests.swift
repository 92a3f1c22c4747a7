import ComposableArchitecture
import Foundation
import Testing

@MainActor
struct SyncUpsListTests {
  @Test("SU-02 SU-13 A sync-up is added through its form, and lands in the shared list")
  func add() async {
    let store = TestStore(initialState: SyncUpsList.State()) {
      SyncUpsList()
    } withDependencies: {
      $0.uuid = .incrementing
    }
    var syncUp = SyncUp(
      id: SyncUp.ID(UUID(0)), attendees: [Attendee(id: Attendee.ID(UUID(1)))])

    await store.send(.addSyncUpButtonTapped) {
      $0.destination = .add(SyncUpForm.State(syncUp: syncUp))
    }
    syncUp.title = "Engineering"
    await store.send(\.destination.add.binding.syncUp, syncUp) {
      $0.destination?.modify(\.add) { $0.syncUp.title = "Engineering" }
    }
    await store.send(.confirmAddSyncUpButtonTapped) {
      $0.destination = nil
      $0.$syncUps.withLock { $0 = [syncUp] }
    }
  }

  @Test("SU-03 SU-13 Attendees without a name are left out when a sync-up is added")
  func addAndConfirmValidatesAttendees() async {
    @Shared(.syncUps) var syncUps
    let syncUp = SyncUp(
      id: SyncUp.ID(UUID(0)),
      attendees: [
        Attendee(id: Attendee.ID(UUID(1)), name: ""),
        Attendee(id: Attendee.ID(UUID(2)), name: "   "),
        Attendee(id: Attendee.ID(UUID(3)), name: "Ada"),
      ],
      title: "Design")
    let store = TestStore(
      initialState: SyncUpsList.State(
        destination: .add(SyncUpForm.State(syncUp: syncUp)))
    ) {
      SyncUpsList()
    } withDependencies: {
      $0.uuid = .incrementing
    }

    var expected = syncUp
    expected.attendees = [syncUp.attendees[2]]
    await store.send(.confirmAddSyncUpButtonTapped) {
      $0.destination = nil
      $0.$syncUps.withLock { $0 = [expected] }
    }
    #expect(syncUps == [expected])
  }

  @Test("SU-03 One attendee stays, were it without a name")
  func oneAttendeeStays() async {
    let attendee = Attendee(id: Attendee.ID(UUID(9)), name: " ")
    let store = TestStore(
      initialState: SyncUpsList.State(
        destination: .add(
          SyncUpForm.State(syncUp: SyncUp(id: SyncUp.ID(UUID(0)), attendees: [attendee]))))
    ) {
      SyncUpsList()
    } withDependencies: {
      $0.uuid = .incrementing
    }
    store.exhaustivity = .off

    await store.send(.confirmAddSyncUpButtonTapped)
    #expect(store.state.syncUps.first?.attendees == [attendee])
  }

  @Test("SU-02 Adding is given up")
  func dismissAdd() async {
    let store = TestStore(initialState: SyncUpsList.State()) {
      SyncUpsList()
    } withDependencies: {
      $0.uuid = .incrementing
    }

    await store.send(.addSyncUpButtonTapped) {
      $0.destination = .add(
        SyncUpForm.State(
          syncUp: SyncUp(
            id: SyncUp.ID(UUID(0)), attendees: [Attendee(id: Attendee.ID(UUID(1)))])))
    }
    await store.send(.dismissAddSyncUpButtonTapped) {
      $0.destination = nil
    }
  }

  @Test("SU-02 Rows are deleted by their offsets")
  func delete() async {
    let first = SyncUp(id: SyncUp.ID(UUID(0)), title: "First")
    let second = SyncUp(id: SyncUp.ID(UUID(1)), title: "Second")
    @Shared(.syncUps) var syncUps = [first, second]
    let store = TestStore(initialState: SyncUpsList.State()) {
      SyncUpsList()
    }

    await store.send(.onDelete(IndexSet(integer: 0))) {
      $0.$syncUps.withLock { $0 = [second] }
    }
    #expect(syncUps == [second])
  }

  @Test(
    "SU-02 SU-12 TST-42 Data that cannot be decoded leaves the default, and an example is offered")
  func loadFailure() async throws {
    let file = URL.documentsDirectory.appending(component: "sync-ups.json")
    try await withDependencies {
      $0.defaultFileStorage = .inMemory
      try $0.defaultFileStorage.write(Data("!@#$ BAD DATA %^&*()".utf8), to: file)
    } operation: {
      let store = TestStore(initialState: SyncUpsList.State()) {
        SyncUpsList()
      }
      #expect(store.state.syncUps.isEmpty)
      #expect(store.state.$syncUps.loadError != nil)

      await store.send(.loadFailed) {
        $0.destination = .alert(.dataFailedToLoad)
      }
      await store.send(\.destination.alert.confirmLoadMockData) {
        $0.destination = nil
        $0.$syncUps.withLock { $0 = [.mock] }
      }
    }
  }
}
