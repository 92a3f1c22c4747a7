import AudioRecorderClient
import ComposableArchitecture
import RecordMemoFeature
import RecordingCore
import SharedModels
import Testing

extension RecordingTests {
  @Test("A recording that cannot become a memo is offered again")
  func notSaved() async {
    let fails = LockIsolated(true)
    let store = store { [saved] in
      $0.recordingFiles.save = { sound in
        if fails.value { throw CancellationError() }
        saved.withValue { $0.append(sound) }
        return .preview(title: sound.title, date: sound.date)
      }
    }
    let draft = RecoveredRecording(date: date, duration: .milliseconds(2500), url: url)
    await start(store)
    recorder.time.setValue(2.5)
    await store.send(.stopButtonTapped) { $0.recordingMemo?.mode = .encoding }
    await store.receive(\.finalRecordingTime) { $0.recordingMemo?.duration = 2.5 }
    await store.receive(\.audioRecorderDidFinish.success)
    await store.receive(\.saveResponse.failure) {
      $0.alert = alert(
        "The recording is safe, but could not be saved as a memo.", "CancellationError()")
      $0.drafts = [draft]
      $0.recordingMemo = nil
    }
    await store.send(.alert(.dismiss)) { $0.alert = nil }
    await store.send(.saveDraftButtonTapped) {
      $0.drafts = []
      $0.isStoringDraft = true
    }
    await store.receive(\.draftSaveResponse) {
      $0.alert = alert(
        "The recording is safe, but could not be saved as a memo.", "CancellationError()")
      $0.drafts = [draft]
      $0.isStoringDraft = false
    }
    fails.setValue(false)
    await store.send(.saveDraftButtonTapped) {
      $0.drafts = []
      $0.isStoringDraft = true
    }
    await store.receive(\.draftSaveResponse) { $0.isStoringDraft = false }
    await store.receive(
      \.delegate,
      .didFinish(
        .preview(title: "Recovered memo of 2026-01-01 01:00", date: date), hasMoreDrafts: false,
        interruption: nil))
    #expect(saved.value.map(\.file) == [url])
  }

  @Test("A draft left by a crash is offered, saved, or discarded after a second confirmation")
  func drafts() async {
    let first = RecoveredRecording(date: date, duration: .seconds(3), url: url)
    let second = RecoveredRecording(
      duration: .seconds(4), url: URL(filePath: "/drafts/recording-2.flac"))
    let store = store { $0.recordingFiles.unsavedRecordings = { [first, second] } }
    await store.send(.saveDraftButtonTapped)
    await store.send(.discardDraftButtonTapped)
    await store.send(.task)
    await store.receive(\.draftsResponse.success) { $0.drafts = [first, second] }
    await store.receive(\.inputResponse) { $0.input = .ready(FakeRecorder.devices[0]) }
    await store.send(.discardDraftButtonTapped) {
      $0.alert = question(
        "Discard the earlier recording?", .confirmDiscardDraftButtonTapped)
    }
    await store.send(\.alert.confirmDiscardDraftButtonTapped) {
      $0.alert = nil
      $0.drafts = [second]
      $0.isStoringDraft = true
    }
    var inTrash = inTrash
    inTrash.title = "Recovered memo of 2026-01-01 01:00"
    await store.receive(\.discardResponse) { $0.isStoringDraft = false }
    await store.receive(\.delegate, .discarded(inTrash, hasMoreDrafts: true))
    #expect(
      discarded.value == [RecordedAudio(date: date, file: url, title: inTrash.title)])
    await store.send(.saveDraftButtonTapped) {
      $0.drafts = []
      $0.isStoringDraft = true
    }
    await store.receive(\.draftSaveResponse) { $0.isStoringDraft = false }
    await store.receive(
      \.delegate,
      .didFinish(
        .preview(title: "Recovered memo of 2026-01-01 01:00", date: date), hasMoreDrafts: false,
        interruption: nil))
    #expect(saved.value.map(\.file) == [second.url])
  }

  @Test("While a draft is saved, the page stays, and nothing else is recorded")
  func storing() async {
    let drafts = ["recording-1.flac", "recording-2.flac"].map {
      RecoveredRecording(date: date, duration: .seconds(3), url: URL(filePath: "/drafts/\($0)"))
    }
    let (gate, open) = AsyncStream<Void>.makeStream()
    let store = store(drafts: drafts) {
      $0.recordingFiles.save = { [save = $0.recordingFiles.save] audio in
        for await _ in gate { break }
        return try await save(audio)
      }
    }
    #expect(!store.state.isBusy)
    await store.send(.saveDraftButtonTapped) {
      $0.drafts = [drafts[1]]
      $0.isStoringDraft = true
    }
    #expect(store.state.isBusy)
    await store.send(.recordButtonTapped)
    await store.send(.deviceButtonTapped)
    await store.send(.saveDraftButtonTapped)
    await store.send(.discardDraftButtonTapped)
    open.yield()
    await store.receive(\.draftSaveResponse) { $0.isStoringDraft = false }
    await store.receive(\.delegate.didFinish)
    #expect(!store.state.isBusy)
  }

  @Test("Drafts that the parent has read already are not read again")
  func givenDrafts() async {
    let draft = RecoveredRecording(date: date, duration: .seconds(3), url: url)
    let store = TestStore(initialState: RecordMemoFeature.State(drafts: [draft])) {
      RecordMemoFeature()
    } withDependencies: {
      $0.audioRecorder = recorder.client
    }
    #expect(store.state.drafts == [draft])
    await store.send(.task)
    await store.receive(\.inputResponse) { $0.input = .ready(FakeRecorder.devices[0]) }
  }

  @Test("Drafts that cannot be read or deleted stay, and the user is notified")
  func draftsFail() async {
    let draft = RecoveredRecording(date: date, duration: .seconds(3), url: url)
    let store = store(drafts: [draft]) {
      $0.recordingFiles.discard = { _ in throw CancellationError() }
      $0.recordingFiles.unsavedRecordings = { throw CancellationError() }
    }
    await store.send(.task)
    await store.receive(\.draftsResponse.failure) {
      $0.alert = alert("Earlier recordings could not be read.", "CancellationError()")
    }
    await store.receive(\.inputResponse) { $0.input = .ready(FakeRecorder.devices[0]) }
    await store.send(.alert(.dismiss)) { $0.alert = nil }
    await store.send(.discardDraftButtonTapped) {
      $0.alert = question(
        "Discard the earlier recording?", .confirmDiscardDraftButtonTapped)
    }
    await store.send(\.alert.confirmDiscardDraftButtonTapped) {
      $0.alert = nil
      $0.drafts = []
      $0.isStoringDraft = true
    }
    await store.receive(\.discardResponse) {
      $0.alert = alert(
        "The recording was not discarded.", "CancellationError()")
      $0.drafts = [draft]
      $0.isStoringDraft = false
    }
  }
}
