import ComposableArchitecture
import XCTest

/// TST-40 TST-43 The same features, as tests of XCTest have them.
final class RecordingsListXCTests: XCTestCase {
  @MainActor
  func testEditTitle() async throws {
    @Shared(.recordings) var recordings = [.morning]
    let recording = try XCTUnwrap(Shared($recordings[id: Recording.morning.id]))
    let store = TestStore(initialState: RecordingTitle.State(recording: recording)) {
      RecordingTitle()
    }
    await store.send(\.binding.title, "Dawn") { $0.title = "Dawn" }
    await store.send(.doneButtonTapped) { $0.$recording.withLock { $0.title = "Dawn" } }
    XCTAssertTrue(store.isDismissed)
    expectNoDifference(recordings, [Recording(id: 1, title: "Dawn")])
  }

  func testDelete() async {
    @Shared(.recordings) var recordings = [.morning, .evening]
    let store = await TestStore(initialState: RecordingsListFeature.State()) {
      RecordingsListFeature()
    }
    await store.send(.deleteButtonTapped(1)) { $0.$recordings.withLock { $0 = [.morning] } }
    XCTAssertEqual(recordings, [.morning])
  }
}
