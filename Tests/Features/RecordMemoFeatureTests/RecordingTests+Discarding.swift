import AudioRecorderClient
import ComposableArchitecture
import RecordMemoFeature
import RecordingCore
import Testing

extension RecordingTests {
  @Test("A recording is discarded only after a second confirmation")
  func discard() async {
    let store = store()
    await store.send(.discardButtonTapped)
    await start(store)
    await store.send(.discardButtonTapped) {
      $0.alert = question("Discard this recording?", .confirmDiscardButtonTapped)
    }
    await store.send(.alert(.dismiss)) { $0.alert = nil }
    #expect(recorder.asked.value == ["record recording-1.flac"])
    await store.send(.discardButtonTapped) {
      $0.alert = question("Discard this recording?", .confirmDiscardButtonTapped)
    }
    await store.send(\.alert.confirmDiscardButtonTapped) {
      $0.alert = nil
      $0.recordingMemo?.mode = .discarding
    }
    await store.receive(\.audioRecorderDidFinish.success)
    let inTrash = inTrash
    await store.receive(\.discardResponse) { $0.recordingMemo = nil }
    await store.receive(\.delegate, .discarded(inTrash, hasMoreDrafts: false))
    #expect(
      discarded.value == [
        RecordedAudio(
          date: date, device: "Microphone", file: url, title: "Memo of 2026-01-01 01:00")
      ])
    #expect(saved.value == [])
  }

  @Test("A recording that cannot go to the trash is kept, and offered again")
  func notDiscarded() async {
    let error = AudioRecorderClient.Failure.draftKept(path: "/drafts", reason: "it is full")
    let store = store { $0.recordingFiles.discard = { _ in throw error } }
    await start(store)
    await store.send(.discardButtonTapped) {
      $0.alert = question("Discard this recording?", .confirmDiscardButtonTapped)
    }
    await store.send(\.alert.confirmDiscardButtonTapped) {
      $0.alert = nil
      $0.recordingMemo?.mode = .discarding
    }
    await store.receive(\.audioRecorderDidFinish.success)
    await store.receive(\.discardResponse) {
      $0.alert = alert(
        "The recording was not discarded.", error.description)
      $0.drafts = [RecoveredRecording(date: date, duration: .zero, url: url)]
      $0.recordingMemo = nil
    }
  }

  @Test("A recording that ends during a question about it is saved")
  func discardTooLate() async {
    let store = store()
    await start(store)
    await store.send(.discardButtonTapped) {
      $0.alert = question("Discard this recording?", .confirmDiscardButtonTapped)
    }
    recorder.end(.success(true))
    await store.receive(\.audioRecorderDidFinish.success) {
      $0.alert = nil
      $0.recordingMemo?.mode = .encoding
    }
    await store.receive(\.saveResponse.success) { $0.recordingMemo = nil }
    await store.receive(\.delegate, .didFinish(memo, hasMoreDrafts: false, interruption: nil))
    #expect(discarded.value == [])
  }
}
