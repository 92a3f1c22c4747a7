import ComposableArchitecture
import Foundation
import XCTest

/// The same features under XCTest, as older test suites are written. The rows are in the comments:
/// TST-40, TST-43.
final class SyncUpsXCTests: XCTestCase {
  // TST-40 The element of a shared collection is unwrapped by XCTest.
  @MainActor
  func testTST40EditOfSharedElement() async throws {
    try await withDependencies {
      $0.defaultFileStorage = .inMemory
      $0.uuid = .incrementing
    } operation: {
      let syncUp = SyncUp.mock
      @Shared(.syncUps) var syncUps = [syncUp]
      let sharedSyncUp = try XCTUnwrap(Shared($syncUps[id: syncUp.id]))
      let store = TestStore(initialState: SyncUpDetail.State(syncUp: sharedSyncUp)) {
        SyncUpDetail()
      }

      await store.send(.deleteMeetings(atOffsets: [0])) {
        $0.$syncUp.withLock { $0.meetings = [] }
      }
      XCTAssertEqual(syncUps[id: syncUp.id]?.meetings, [])
      expectNoDifference(syncUps.map(\.title), ["Design"])
    }
  }

  // TST-43 An asynchronous test method.
  @MainActor
  func testTST43Increment() async {
    let store = TestStore(
      initialState: CounterFeature.State(), reducer: { CounterFeature() })

    await store.send(.incrementButtonTapped) { $0.count = 1 }
  }
}
