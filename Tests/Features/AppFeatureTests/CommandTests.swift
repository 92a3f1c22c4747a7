import AppFeature
import ComposableArchitecture
import DatabaseClient
import ExportFeature
import ExportFilesClient
import SharedModels
import Testing

/// What is done with the memo that is open, and with those that are chosen or marked in the list.
@MainActor
struct CommandTests {
  private let one = Recording.memo(1, "One")
  private let two = Recording.memo(2, "Two")

  @Test("The memo that is open is exported, else the one that is chosen in the list")
  func export() async {
    let store = makeStore(.loaded(two, one)) {
      $0.database.transcription = { _ in .mock }
      $0.exportFiles = .inMemory()
    }
    store.exhaustivity = .off
    await store.send(.exportButtonTapped)
    #expect(store.state.destination == nil)
    await store.send(.recordingsList(.set(\.list, .init(selection: 0))))
    await store.send(.exportButtonTapped)
    #expect(store.state.destination?.export?.recordings == [two])
    await store.send(\.destination.export.cancelButtonTapped)
    await store.receive(\.destination.dismiss)
    #expect(store.state.destination == nil)
    await store.send(.recordingsList(.markAllButtonTapped))
    await store.send(.exportButtonTapped)
    #expect(store.state.destination?.export?.recordings == [two, one])
    await store.send(.destination(.dismiss))
    await store.send(.transcription(.delegate(.recordingSelected(one.id))))
    await store.send(.exportButtonTapped)
    #expect(store.state.destination?.export?.recordings == [one])
    await store.send(.destination(.dismiss))
    await store.send(.backButtonTapped)
    await store.skipReceivedActions(strict: false)
  }

  @Test("The current memo is given to the queue; in other tabs there is none")
  func transcribe() async {
    let store = makeStore(.loaded(two, one)) {
      $0.database = .inMemory([TranscribedMemo(recording: two, transcription: .mock)])
      // It is asked for, not made.
      $0.database.claimJob = { _ in nil }
      $0.uuid = .incrementing
    }
    store.exhaustivity = .off
    await store.send(.recordingsList(.set(\.list, .init(selection: 0))))
    await store.send(.tabSelected(.queue))
    await store.send(.transcribeButtonTapped)
    #expect(store.state.currentRecording == nil)
    await store.send(.tabSelected(.memos))
    await store.send(.transcribeButtonTapped)
    await store.receive(\.transcription.transcriptionRequested, [two.id])
    await store.receive(\.transcription.enqueueResponse.success, [two.id])
    await store.send(.transcription(.stopRequested))
    await store.skipReceivedActions(strict: false)
    await store.skipInFlightEffects(strict: false)
  }

  @Test("Marked memos are given to the queue together")
  func transcribeMarked() async {
    let store = makeStore(.loaded(two, one)) {
      $0.database = .inMemory(
        [two, one].map { TranscribedMemo(recording: $0, transcription: .mock) })
      $0.database.claimJob = { _ in nil }
      $0.uuid = .incrementing
    }
    store.exhaustivity = .off
    await store.send(.recordingsList(.markAllButtonTapped))
    await store.send(.transcribeButtonTapped)
    await store.receive(\.transcription.transcriptionRequested, [two.id, one.id])
    await store.receive(\.transcription.enqueueResponse.success, [two.id, one.id])
    await store.send(.transcription(.stopRequested))
    await store.skipReceivedActions(strict: false)
    await store.skipInFlightEffects(strict: false)
  }
}
