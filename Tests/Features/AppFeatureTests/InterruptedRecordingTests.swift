@testable import AppFeature
import AudioRecorderClient
import ComposableArchitecture
import PreviewHarness
import SharedModels
import Testing

@testable import AppPreview
@testable import RecordMemoFeature

/// The microphone is unplugged, the disk fills up, or the sound server stops during a recording.
@Suite("App: interrupted recordings", .dependencies)
@MainActor
struct InterruptedRecordingTests {
  @Test(
    "The alert that names the reason outlives its screen, and the memo is selected",
    arguments: [
      (.deviceLost, "The microphone was disconnected"), (.diskFull, "The disk is nearly full"),
      (.serverLost, "The sound server stopped"),
      (.failed(reason: "no data"), "The recording failed (no data)"),
    ] as [(RecordingEnd, String)])
  func alert(about end: RecordingEnd, reason: String) async throws {
    let (one, two) = (Recording.memo(1, "One"), Recording.memo(2, "Two"))
    let clock = TestClock()
    var state = AppFeature.State.loaded(two, one)
    state.destination = .record(RecordMemoFeature.State())
    state.recordingsList.list.selection = 1
    let store = makeStore(state) { $0.continuousClock = clock }
    await store.send(
      \.destination.record.delegate,
      .didFinish(two, hasMoreDrafts: false, interruption: end)
    ) {
      $0.destination = .alert(.interrupted(end))
      $0.notice = "'Two' is in the library."
      $0.select(two)
    }
    let message = try #require(store.state.destination?.alert?.message)
    #expect(String(state: message) == "\(reason); the audio recorded so far is kept.")
    await store.send(.destination(.dismiss)) { $0.destination = nil }
    await clock.advance(by: AppFeature.noticeDuration)
    await store.receive(\.noticeTimedOut) { $0.notice = nil }
  }

  @Test("An unplugged microphone leaves a memo that enter opens")
  func unplugged() async throws {
    let preview = AppPreview.preview
    let alert = try await preview.lastFrame(of: "unplugged", "ctrl+n wait:3", size: "72x12")
    #expect(alert.contains("The recording was interrupted."), "\(alert)")
    #expect(alert.contains("\n6 memos "), "\(alert)")
    let memo = try await preview.lastFrame(
      of: "unplugged", "ctrl+n wait:3 enter enter", size: "72x12")
    #expect(memo.contains("\nMemo of 2026-01-01"), "\(memo)")
  }
}
