import ComposableArchitecture
import Foundation
import Testing

/// A detail that is left before its sync-up is deleted.
@Reducer
private struct LeaveThenDelete {
  @ObservableState
  struct State: Equatable {
    @Shared var syncUp: SyncUp
  }

  enum Action { case confirmDeletionButtonTapped }

  @Dependency(\.continuousClock) var clock
  @Dependency(\.dismiss) var dismiss

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .confirmDeletionButtonTapped:
        return .run { [id = state.syncUp.id] _ in
          await dismiss()
          // Leaving cancels the effect, so the rest is a separate task.
          await Task {
            try? await clock.sleep(for: .milliseconds(500))
            @Shared(.syncUps) var syncUps
            $syncUps.withLock { _ = $0.remove(id: id) }
          }
          .value
        }
      }
    }
  }
}

@Reducer
private struct LeaveThenDeleteApp {
  @ObservableState
  struct State: Equatable {
    @Presents var detail: LeaveThenDelete.State?
    @Shared(.syncUps) var syncUps
  }

  enum Action { case detail(PresentationAction<LeaveThenDelete.Action>) }

  var body: some ReducerOf<Self> {
    EmptyReducer()
      .ifLet(\.$detail, action: \.detail) {
        LeaveThenDelete()
      }
  }
}

@MainActor
struct SyncUpModelsTests {
  @Test("SU-16 Sync-ups are coded and decoded, ids, durations and themes included")
  func coding() throws {
    let syncUps: IdentifiedArrayOf<SyncUp> = [.mock]
    let data = try JSONEncoder().encode(syncUps)
    #expect(try JSONDecoder().decode(IdentifiedArrayOf<SyncUp>.self, from: data) == syncUps)
    #expect(syncUps[0].durationPerAttendee == .seconds(3))
    #expect(SyncUp(id: SyncUp.ID(UUID(0))).durationPerAttendee == .seconds(300))
  }

  @Test("SU-14 EFF-14 EFF-15 A deletion half a second after its screen was left still happens")
  func leaveThenDelete() async throws {
    let clock = TestClock()
    let syncUp = SyncUp.mock
    @Shared(.syncUps) var syncUps = [syncUp]
    let sharedSyncUp = try #require(Shared($syncUps[id: syncUp.id]))
    let store = TestStore(
      initialState: LeaveThenDeleteApp.State(
        detail: LeaveThenDelete.State(syncUp: sharedSyncUp))
    ) {
      LeaveThenDeleteApp()
    } withDependencies: {
      $0.continuousClock = clock
    }

    let task = await store.send(\.detail.confirmDeletionButtonTapped)
    await store.receive(\.detail.dismiss) { $0.detail = nil }
    #expect(syncUps.count == 1)

    await clock.advance(by: .milliseconds(500))
    await task.finish()
    store.assert {
      $0.$syncUps.withLock { $0 = [] }
    }
    #expect(syncUps.isEmpty)
  }
}
