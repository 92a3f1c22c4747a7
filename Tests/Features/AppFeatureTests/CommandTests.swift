import AppFeature
import ComposableArchitecture
import DatabaseClient
import ExportFeature
import ExportFilesClient
import SharedModels
import Testing

/// Actions on the open memo, and on selected or marked memos in the list.
@MainActor
struct CommandTests {
  private let one = Recording.memo(1, "One")
  private let two = Recording.memo(2, "Two")

  @Test("Export uses the open memo, otherwise the memo selected in the list")
  func export() async {
    let store = makeStore(.loaded(two, one)) {
      $0.database.transcription = { _ in .mock }
      $0.exportFiles = .inMemory()
    }
    await store.send(.exportButtonTapped)
    await store.send(.recordingsList(.set(\.list, .init(selection: 0)))) {
      $0.select(two)
    }
    await withMainSerialExecutor {
      await export(two, in: store)
      await store.send(\.destination.export.cancelButtonTapped)
      await store.receive(\.destination.dismiss) { $0.destination = nil }
      await store.send(.recordingsList(.markAllButtonTapped)) {
        $0.recordingsList.marked = [two.id, one.id]
      }
      await export(two, one, in: store)
      await store.send(.destination(.dismiss)) { $0.destination = nil }
      await open(one, in: store)
      await export(one, in: store)
      await store.send(.destination(.dismiss)) { $0.destination = nil }
      await store.send(.backButtonTapped) { $0.close() }
    }
  }

  private func export(_ recordings: Recording..., in store: TestStoreOf<AppFeature>) async {
    await store.send(.exportButtonTapped) {
      $0.destination = .export(ExportFeature.State(recordings: recordings))
    }
    await store.receive(\.destination.export.task)
    await store.receive(\.destination.export.startingFolderResponse) {
      $0.destination?.modify(\.export) { $0.folder = .init("~") }
    }
    let text = "\(Transcription.mock.text)\n"
    guard recordings.count > 1
    else {
      await store.receive(\.destination.export.previewResponse.success) {
        $0.destination?.modify(\.export) { $0.preview = .text(text) }
      }
      return
    }
    for recording in recordings {
      await store.receive(\.destination.export.sizeResponse) {
        $0.destination?.modify(\.export) {
          $0.sizes[recording.id] = .bytes(Int64(text.utf8.count))
        }
      }
    }
  }

  @Test("The current memo is queued; other tabs have no current memo")
  func transcribe() async {
    let store = makeStore(.loaded(two, one)) {
      $0.database = .inMemory([TranscribedMemo(recording: two, transcription: .mock)])
      // It is requested, not made.
      $0.database.jobs.claim = { _ in nil }
      $0.uuid = .incrementing
    }
    await store.send(.recordingsList(.set(\.list, .init(selection: 0)))) {
      $0.select(two)
    }
    await store.send(.tabSelected(.queue)) {
      $0.tab = .queue
      $0.note([], tab: .queue)
    }
    await store.send(.transcribeButtonTapped)
    #expect(store.state.currentRecording == nil)
    await store.send(.tabSelected(.memos)) {
      $0.tab = .memos
      $0.note([], tab: .memos)
    }
    await store.send(.transcribeButtonTapped)
    await receiveRequest(for: [two.id], in: store)
  }

  @Test("Marked memos are queued together")
  func transcribeMarked() async {
    let store = makeStore(.loaded(two, one)) {
      $0.database = .inMemory(
        [two, one].map { TranscribedMemo(recording: $0, transcription: .mock) })
      $0.database.jobs.claim = { _ in nil }
      $0.uuid = .incrementing
    }
    await store.send(.recordingsList(.markAllButtonTapped)) {
      $0.recordingsList.marked = [two.id, one.id]
    }
    await store.send(.transcribeButtonTapped)
    await receiveRequest(for: [two.id, one.id], in: store)
  }

  private func receiveRequest(
    for ids: [Recording.ID], in store: TestStoreOf<AppFeature>
  ) async {
    await store.receive(\.transcription.transcriptionRequested, ids)
    store.exhaustivity = .off
    await store.receive(\.transcription.enqueueResponse.success, ids)
    await store.send(.transcription(.stopRequested))
    await store.skipReceivedActions(strict: false)
    await store.skipInFlightEffects(strict: false)
  }
}
