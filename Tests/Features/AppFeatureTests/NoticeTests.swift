import AudioRecorderClient
import ComposableArchitecture
import ComposableTerminal
import PreviewHarness
import RecordMemoFeature
import RetentionCore
import SharedModels
import TerminalUI
import Testing
import UndoCore

@testable import AppFeature
@testable import AppPreview

/// Messages that are shown for some seconds, and read again.
@MainActor
struct NoticeTests {
  private let one = Recording.memo(1, "One")

  @Test("Recent messages are listed newest first, even after they disappear")
  func again() async {
    let clock = TestClock()
    let store = makeStore(.loaded(one)) { $0.continuousClock = clock }
    for failure in ["first", "second"] {
      await store.send(.retentionResponse(.success(RetentionOutcome(failures: [failure])))) {
        $0.notice = "Cleanup of old memos: \(failure)"
      }
    }
    await clock.advance(by: AppFeature.noticeDuration)
    await store.receive(\.noticeTimedOut) { $0.notice = nil }
    await store.send(.noticesButtonTapped) { $0.destination = .alert(.notices($0.notices)) }
    let alert = store.state.destination?.alert
    #expect(
      alert?.message.map { String(state: $0) } == """
        Cleanup of old memos: second

        Cleanup of old memos: first
        """)
  }

  @Test("Deleted memos are named or counted until u would undo something else")
  func deleted() async {
    let two = Recording.memo(2, "Two")
    let state = AppFeature.State.loaded()
    let deletion = UndoStep(.deleted([one]), of: [one])
    state.$undoSteps.withLock { $0 = [deletion] }
    let store = makeStore(state)
    await store.send(.recordingsList(.delegate(.deleted([one])))) {
      $0.notice = "'One' is in the trash. Press u to undo."
      $0.noticeSubject = .deleted([one.id])
    }
    let both = UndoStep(.deleted([two, one]), of: [two, one])
    state.$undoSteps.withLock { $0 = [deletion, both] }
    await store.send(.recordingsList(.delegate(.deleted([two, one])))) {
      $0.$undoSteps.withLock { $0 = [deletion, both] }
      $0.notice = "2 memos are in the trash. Press u to undo."
      $0.noticeSubject = .deleted([two.id, one.id])
    }
    let restoration = UndoStep(.restored([one]), of: [one])
    state.$undoSteps.withLock { $0 = [deletion, both, restoration] }
    await store.send(.recordingsList(.recordingsChanged)) {
      $0.$undoSteps.withLock { $0 = [deletion, both, restoration] }
      $0.notice = nil
    }
  }

  @Test("No more than twenty are kept")
  func count() {
    var state = AppFeature.State.loaded(one)
    for number in 1...30 { state.notice = "\(number)" }
    #expect(state.notices.count == 20 && state.notices.first == "30")
    state.notice = nil
    #expect(state.notice == nil && state.notices.count == 20)
  }

  @Test("A message that is cut off shows how to read it")
  func cut() async throws {
    let preview = AppPreview.preview
    let frame = try await preview.lastFrame(of: "gone", "space wait:0.3", size: "60x12")
    #expect(frame.contains("\u{2026} ctrl+e shows all"), "\(frame)")
    let whole = try await preview.lastFrame(of: "gone", "space wait:0.3 ctrl+e", size: "60x16")
    #expect(whole.contains("check the name"))
    #expect(!whole.contains("ctrl+e shows all"))
  }

  @Test("Startup problems are shown first")
  func start() async {
    let store = withDependencies {
      $0.database = .inMemory([])
      $0.defaultFileStorage = .inMemory
    } operation: {
      makeStore(AppFeature.State(problem: "The default keys are used.")) {
        $0.recordingFiles.unsavedRecordings = { [] }
      }
    }
    store.exhaustivity = .off
    let task = await store.send(.task)
    #expect(store.state.notice == "The default keys are used.")
    await task.cancel()
    await store.send(.shutDownRequested)
    await store.skipReceivedActions(strict: false)
  }

  @Test("The input device can be selected before recording")
  func device() async throws {
    let store = makeStore(.loaded(one)) {
      $0.audioRecorder.devices = {
        [
          AudioInputDevice(id: "mic", name: "A microphone"),
          AudioInputDevice(id: "usb", name: "USB"),
        ]
      }
    }
    await withMainSerialExecutor {
      await store.send(.deviceButtonTapped) { $0.destination = .record(.init(start: .device)) }
      await store.receive(\.destination.record.task)
      await store.receive(\.destination.record.draftsResponse.success)
      await store.receive(\.destination.record.devicesResponse.success) {
        $0.destination?.modify(\.record) {
          $0.devicePrompt = ChoicePrompt<String?>.State(
            "Record from",
            choices: [
              .init("System default", value: nil),
              .init("A microphone", value: "mic"), .init("USB", value: "usb"),
            ],
            selection: nil)
        }
      }
      await store.receive(\.destination.record.inputResponse) {
        $0.destination?.modify(\.record) { $0.input = .noDevice }
      }
    }
    let preview = AppPreview.preview
    let chosen = try await preview.lastFrame(of: "usual", "v down enter", size: "72x8")
    #expect(chosen.contains("Ready to record from"))
    #expect(chosen.contains("enter record  v device"))
  }
}
