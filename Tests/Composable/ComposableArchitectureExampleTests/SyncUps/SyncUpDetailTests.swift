import ComposableArchitecture
import Foundation
import Testing

@MainActor
struct SyncUpDetailTests {
  @Test("SU-04 SU-13 TST-14 TST-15 Edits reach the shared sync-up when they are done")
  func edit() async {
    var syncUp = SyncUp.mock
    let store = makeStore(Shared(value: syncUp))

    await store.send(.editButtonTapped) {
      $0.destination = .edit(SyncUpForm.State(syncUp: syncUp))
    }
    syncUp.title = "Blob's Meeting"
    await store.send(\.destination.edit.binding.syncUp, syncUp) {
      $0.destination?.modify(\.edit) { $0.syncUp.title = "Blob's Meeting" }
    }
    await store.send(.doneEditingButtonTapped) {
      $0.destination = nil
      $0.$syncUp.withLock { $0.title = "Blob's Meeting" }
    }
  }

  @Test("SU-04 Edits that are canceled leave the shared sync-up alone")
  func cancelEdit() async {
    let syncUp = SyncUp.mock
    let store = makeStore(Shared(value: syncUp))

    await store.send(.editButtonTapped) {
      $0.destination = .edit(SyncUpForm.State(syncUp: syncUp))
    }
    await store.send(\.destination.edit.binding.focus, nil) {
      $0.destination?.modify(\.edit) { $0.focus = nil }
    }
    await store.send(.cancelEditButtonTapped) {
      $0.destination = nil
    }
    #expect(store.state.syncUp == syncUp)
  }

  @Test("SU-05 SU-13 TST-13 SHR-49 A confirmed deletion removes it from the list, and dismisses")
  func delete() async throws {
    let syncUp = SyncUp.mock
    @Shared(.syncUps) var syncUps = [syncUp]
    defer { #expect(syncUps == []) }
    let sharedSyncUp = try #require(Shared($syncUps[id: syncUp.id]))
    let store = makeStore(sharedSyncUp)

    await store.send(.deleteButtonTapped) {
      $0.destination = .alert(.deleteSyncUp)
    }
    await store.send(\.destination.alert.confirmDeletion) {
      $0.destination = nil
    }
    #expect(store.isDismissed)
  }

  @Test("SU-04 Meetings are deleted by their offsets")
  func deleteMeetings() async {
    let store = makeStore(Shared(value: .mock))

    await store.send(.deleteMeetings(atOffsets: [0])) {
      $0.$syncUp.withLock { $0.meetings = [] }
    }
  }

  @Test(
    "SU-06 SU-13 The meeting starts if speech recognition is allowed or undetermined",
    arguments: [SpeechRecognizer.Authorization.authorized, .notDetermined])
  func start(authorization: SpeechRecognizer.Authorization) async {
    let store = makeStore(Shared(value: .mock), authorization: authorization)

    await store.send(.startMeetingButtonTapped)
    await store.receive(\.delegate.startMeeting)
  }

  @Test("SU-06 SU-13 Denied: an alert offers the settings")
  func openSettings() async {
    let settingsOpened = LockIsolated(false)
    let store = makeStore(Shared(value: .mock), authorization: .denied)
    store.dependencies.openSettings = { settingsOpened.setValue(true) }

    await store.send(.startMeetingButtonTapped) {
      $0.destination = .alert(.speechRecognitionDenied)
    }
    await store.send(\.destination.alert.openSettings) {
      $0.destination = nil
    }
    #expect(settingsOpened.value)
  }

  @Test("SU-06 SU-13 Restricted: the user continues without a transcript")
  func continueWithoutRecording() async {
    let store = makeStore(Shared(value: .mock), authorization: .restricted)

    await store.send(.startMeetingButtonTapped) {
      $0.destination = .alert(.speechRecognitionRestricted)
    }
    await store.send(\.destination.alert.continueWithoutRecording) {
      $0.destination = nil
    }
    await store.receive(\.delegate.startMeeting)
  }

  private func makeStore(
    _ syncUp: Shared<SyncUp>, authorization: SpeechRecognizer.Authorization = .authorized
  ) -> TestStoreOf<SyncUpDetail> {
    TestStore(initialState: SyncUpDetail.State(syncUp: syncUp)) {
      SyncUpDetail()
    } withDependencies: {
      $0.speechRecognizer.authorizationStatus = { authorization }
      $0.uuid = .incrementing
    }
  }
}
