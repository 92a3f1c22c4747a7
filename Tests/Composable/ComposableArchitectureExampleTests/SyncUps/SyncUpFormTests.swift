import ComposableArchitecture
import Foundation
import Testing

@MainActor
struct SyncUpFormTests {
  @Test("SU-11 A form without attendees begins with one")
  func neverEmpty() {
    withDependencies {
      $0.uuid = .incrementing
    } operation: {
      let state = SyncUpForm.State(syncUp: SyncUp(id: SyncUp.ID(UUID(9))))
      #expect(state.syncUp.attendees == [Attendee(id: Attendee.ID(UUID(0)))])
    }
  }

  @Test("SU-11 A new attendee gets the focus")
  func addAttendee() async {
    let store = makeStore(names: ["Ada"])

    await store.send(.addAttendeeButtonTapped) {
      $0.syncUp.attendees.append(Attendee(id: Attendee.ID(UUID(0))))
      $0.focus = .attendee(Attendee.ID(UUID(0)))
    }
  }

  @Test("SU-11 After a deletion the focus is on the neighbor")
  func focusAfterDeletion() async {
    let store = makeStore(names: ["Ada", "Grace", "Barbara"])
    let attendees = store.state.syncUp.attendees

    await store.send(.deleteAttendees(atOffsets: [1])) {
      $0.syncUp.attendees = [attendees[0], attendees[2]]
      $0.focus = .attendee(attendees[2].id)
    }
    await store.send(.deleteAttendees(atOffsets: [1])) {
      $0.syncUp.attendees = [attendees[0]]
      $0.focus = .attendee(attendees[0].id)
    }
  }

  @Test("SU-11 The last attendee is replaced by an empty one")
  func deleteLast() async {
    let store = makeStore(names: ["Ada"])

    await store.send(.deleteAttendees(atOffsets: [0])) {
      $0.syncUp.attendees = [Attendee(id: Attendee.ID(UUID(0)))]
      $0.focus = .attendee(Attendee.ID(UUID(0)))
    }
  }

  @Test("SU-11 Title, focus and duration are bound")
  func bindings() async {
    let store = makeStore(names: ["Ada"])

    await store.send(\.binding.focus, nil) {
      $0.focus = nil
    }
    await store.send(.binding(.set(\.syncUp.title, "Design"))) {
      $0.syncUp.title = "Design"
    }
    await store.send(.set(\.syncUp.duration, .seconds(60))) {
      $0.syncUp.duration = .seconds(60)
    }
  }

  private func makeStore(names: [String]) -> TestStoreOf<SyncUpForm> {
    TestStore(
      initialState: SyncUpForm.State(
        syncUp: SyncUp(
          id: SyncUp.ID(UUID(100)),
          attendees: IdentifiedArray(
            uniqueElements: names.enumerated().map {
              Attendee(id: Attendee.ID(UUID(200 + $0)), name: $1)
            })))
    ) {
      SyncUpForm()
    } withDependencies: {
      $0.uuid = .incrementing
    }
  }
}
