import AudioRecorderClient
import ComposableArchitecture
import RecordMemoFeature
import RecordingCore
import SharedModels
import SpeechClient
import Testing

@Suite("Recording a memo")
@MainActor
struct RecordingTests {
  private let clock = TestClock()
  private let date = Date(timeIntervalSince1970: 1_767_225_600)
  private let discarded = LockIsolated<[URL]>([])
  private let saved = LockIsolated<[RecordedSound]>([])
  private let recorder = FakeRecorder()
  private let url = URL(filePath: "/drafts/recording-1.flac")
  private let noEngine =
    "there is no live text: no speech engine is set up; 'make run' sets one up"

  private var memo: Recording { .preview(title: "Memo of 2026-01-01 01:00", date: date) }
  private var state: RecordingMemo { RecordingMemo(date: date, url: url) }

  private func store(
    drafts: [RecoveredRecording] = [],
    withDependencies prepare: (inout DependencyValues) -> Void = { _ in }
  ) -> TestStoreOf<RecordMemoFeature> {
    var state = RecordMemoFeature.State()
    state.drafts = drafts
    return TestStore(initialState: state) {
      RecordMemoFeature()
    } withDependencies: { [url, saved, discarded] in
      $0.audioRecorder = recorder.client
      $0.continuousClock = clock
      $0.date = .constant(date)
      $0.recordingFiles.discard = { file in discarded.withValue { $0.append(file) } }
      $0.recordingFiles.save = { sound in
        saved.withValue { $0.append(sound) }
        return .preview(title: sound.title, date: sound.date)
      }
      $0.recordingFiles.newFile = { url }
      $0.speechClient.requestAuthorization = { .denied }
      $0.timeZone = TimeZone(secondsFromGMT: 3600) ?? .gmt
      prepare(&$0)
    }
  }

  /// Starts a recording, without live text.
  private func start(_ store: TestStoreOf<RecordMemoFeature>) async {
    await store.send(.recordButtonTapped)
    await store.receive(\.recordPermissionResponse, true) { $0.audioRecorderPermission = .allowed }
    await store.receive(\.newFileResponse.success) { $0.recordingMemo = state }
    await store.receive(\.speechRecognizerAuthorizationStatusResponse, .denied) {
      $0.speechRemark = noEngine
    }
  }

  private func alert(_ title: String, _ message: String) -> AlertState<
    RecordMemoFeature.Action.Alert
  > {
    AlertState {
      TextState(title)
    } actions: {
      ButtonState(role: .cancel) { TextState("OK") }
    } message: {
      TextState(message)
    }
  }

  private func question(
    _ title: String, _ action: RecordMemoFeature.Action.Alert
  ) -> AlertState<RecordMemoFeature.Action.Alert> {
    AlertState {
      TextState(title)
    } actions: {
      ButtonState(role: .destructive, action: action) { TextState("Discard") }
      ButtonState(role: .cancel) { TextState("Cancel") }
    } message: {
      TextState("This cannot be undone.")
    }
  }

  @Test("VM-05 VM-08 VM-09 VM-10 VM-11 A memo is recorded, timed, measured, stopped and saved")
  func record() async {
    let store = store()
    await start(store)
    await store.send(.recordButtonTapped)
    recorder.time.setValue(1)
    await clock.advance(by: .seconds(1))
    await store.receive(\.timerUpdated) { $0.recordingMemo?.duration = 1 }
    let level = AudioLevel(peak: 0.5, rms: 0.25)
    recorder.hear(level)
    await store.receive(\.levelUpdated) {
      $0.recordingMemo = RecordingMemo(date: date, duration: 1, levels: [level], url: url)
    }
    recorder.time.setValue(1.5)
    await store.send(.stopButtonTapped) { $0.recordingMemo?.mode = .encoding }
    await store.receive(\.finalRecordingTime) { $0.recordingMemo?.duration = 1.5 }
    await store.receive(\.audioRecorderDidFinish.success)
    await store.receive(\.saveResponse.success) { $0.recordingMemo = nil }
    await store.receive(\.delegate, .didFinish(memo, hasMoreDrafts: false))
    #expect(recorder.asked.value == ["record recording-1.flac", "stop"])
    #expect(
      saved.value == [
        RecordedSound(
          date: date, device: "Microphone", file: url, title: "Memo of 2026-01-01 01:00")
      ])
  }

  @Test("VM-06 VM-07 Without permission there is an alert, each time, until there is a microphone")
  func denied() async {
    let isPermitted = LockIsolated(false)
    let store = store {
      $0.audioRecorder.requestRecordPermission = { isPermitted.value }
      $0.recordingFiles.newFile = { throw CancellationError() }
    }
    for _ in 1...2 {
      await store.send(.recordButtonTapped)
      await store.receive(\.recordPermissionResponse, false) {
        $0.audioRecorderPermission = .denied
        $0.alert = alert(
          "Permission is required to record voice memos.",
          """
          Plug a microphone in, and check that a sound server is running: 'speechmemo doctor' \
          says what is wrong.
          """)
      }
      await store.send(.alert(.dismiss)) { $0.alert = nil }
    }
    isPermitted.setValue(true)
    await store.send(.recordButtonTapped)
    await store.receive(\.recordPermissionResponse, true) { $0.audioRecorderPermission = .allowed }
    await store.receive(\.newFileResponse.failure) {
      $0.alert = alert("Voice memo recording failed.", "CancellationError()")
    }
  }

  @Test("What is said in a pause is left out, and is not measured")
  func pause() async {
    let store = store()
    await start(store)
    await store.send(.pauseButtonTapped) { $0.recordingMemo?.mode = .paused }
    recorder.hear(.silence)
    await store.receive(\.levelUpdated)
    await store.send(.pauseButtonTapped) { $0.recordingMemo?.mode = .recording }
    await store.send(.pauseButtonTapped) { $0.recordingMemo?.mode = .paused }
    await store.send(.stopButtonTapped) { $0.recordingMemo?.mode = .encoding }
    await store.receive(\.audioRecorderDidFinish.success)
    await store.receive(\.saveResponse.success) { $0.recordingMemo = nil }
    await store.receive(\.delegate, .didFinish(memo, hasMoreDrafts: false))
    #expect(
      recorder.asked.value == ["record recording-1.flac", "pause", "resume", "pause", "stop"])
  }

  @Test("A recording is discarded only when a person says so twice")
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
    await store.receive(\.audioRecorderDidFinish.success) { $0.recordingMemo = nil }
    await store.finish()
    #expect(discarded.value == [url])
    #expect(saved.value == [])
  }

  @Test("A recording that ends while a person is asked about it is saved")
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
    await store.receive(\.delegate, .didFinish(memo, hasMoreDrafts: false))
    #expect(discarded.value == [])
  }

  @Test("VM-03 VM-11 A recording that is interrupted is saved, and a person is told what ended it")
  func interrupted() async {
    let store = store()
    await start(store)
    recorder.end(.success(false))
    await store.receive(\.audioRecorderDidFinish.success) { $0.recordingMemo?.mode = .encoding }
    await store.receive(\.recordingInterrupted, .deviceLost) {
      $0.alert = alert("The recording was interrupted.", RecordingEnd.deviceLost.message)
    }
    await store.receive(\.saveResponse.success) { $0.recordingMemo = nil }
    await store.receive(\.delegate, .didFinish(memo, hasMoreDrafts: false))
    #expect(saved.value.count == 1)
  }

  @Test("VM-11 A recording that fails says why")
  func failed() async {
    let store = store()
    await start(store)
    let failure = AudioRecorderClient.Failure.diskFull(path: "/drafts")
    recorder.end(.failure(failure))
    await store.receive(\.audioRecorderDidFinish.failure) {
      $0.alert = alert("Voice memo recording failed.", failure.description)
      $0.recordingMemo = nil
    }
    await store.finish()
    #expect(saved.value == [])
  }

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
    await store.send(.saveDraftButtonTapped) { $0.drafts = [] }
    await store.receive(\.draftSaveResponse) {
      $0.alert = alert(
        "The recording is safe, but could not be saved as a memo.", "CancellationError()")
      $0.drafts = [draft]
    }
    fails.setValue(false)
    await store.send(.saveDraftButtonTapped) { $0.drafts = [] }
    await store.receive(\.draftSaveResponse)
    await store.receive(
      \.delegate,
      .didFinish(
        .preview(title: "Recovered memo of 2026-01-01 01:00", date: date), hasMoreDrafts: false))
    #expect(saved.value.map(\.file) == [url])
  }

  @Test("What a crash has cut short is offered, saved, or discarded when a person says so twice")
  func drafts() async {
    let first = RecoveredRecording(date: date, duration: .seconds(3), url: url)
    let second = RecoveredRecording(
      duration: .seconds(4), url: URL(filePath: "/drafts/recording-2.flac"))
    let store = store { $0.recordingFiles.unsavedRecordings = { [first, second] } }
    await store.send(.saveDraftButtonTapped)
    await store.send(.discardDraftButtonTapped)
    await store.send(.task)
    await store.receive(\.draftsResponse.success) { $0.drafts = [first, second] }
    await store.send(.discardDraftButtonTapped) {
      $0.alert = question(
        "Discard the earlier recording?", .confirmDiscardDraftButtonTapped)
    }
    await store.send(\.alert.confirmDiscardDraftButtonTapped) { $0.alert = nil }
    await store.receive(\.discardResponse.success) { $0.drafts = [second] }
    #expect(discarded.value == [url])
    await store.send(.saveDraftButtonTapped) { $0.drafts = [] }
    await store.receive(\.draftSaveResponse)
    await store.receive(
      \.delegate,
      .didFinish(
        .preview(title: "Recovered memo of 2026-01-01 01:00", date: date), hasMoreDrafts: false))
    #expect(saved.value.map(\.file) == [second.url])
  }

  @Test("Drafts that the parent has read already are not read again")
  func givenDrafts() async {
    let draft = RecoveredRecording(date: date, duration: .seconds(3), url: url)
    let store = TestStore(initialState: RecordMemoFeature.State(drafts: [draft])) {
      RecordMemoFeature()
    }
    #expect(store.state.drafts == [draft])
    await store.send(.task)
  }

  @Test("Drafts that cannot be read or deleted stay, and a person is told")
  func draftsFail() async {
    let draft = RecoveredRecording(date: date, duration: .seconds(3), url: url)
    let store = store(drafts: [draft]) {
      $0.recordingFiles.discard = { _ in throw CocoaError(.fileWriteNoPermission) }
      $0.recordingFiles.unsavedRecordings = { throw CancellationError() }
    }
    await store.send(.task)
    await store.receive(\.draftsResponse.failure) {
      $0.alert = alert("An earlier recording cannot be recovered.", "CancellationError()")
    }
    await store.send(.alert(.dismiss)) { $0.alert = nil }
    await store.send(.discardDraftButtonTapped) {
      $0.alert = question(
        "Discard the earlier recording?", .confirmDiscardDraftButtonTapped)
    }
    await store.send(\.alert.confirmDiscardDraftButtonTapped) { $0.alert = nil }
    await store.receive(\.discardResponse.failure) {
      $0.alert = alert(
        "The recording could not be discarded.",
        CocoaError(.fileWriteNoPermission).localizedDescription)
    }
  }

  // MARK: Live text

  private func result(_ words: String..., settled: Int, isFinal: Bool = false)
    -> SpeechRecognitionResult
  {
    let words = words.map { Word(text: $0, start: .zero, end: .zero) }
    return SpeechRecognitionResult(
      bestTranscription: Transcription(segments: [Segment(words: words)]), isFinal: isFinal,
      settledWordCount: settled)
  }

  @Test("SP-06 What is said is shown while it is said, with what may still change told apart")
  func liveText() async {
    let speech = AsyncThrowingStream<SpeechRecognitionResult, any Error>.makeStream()
    let store = store {
      $0.speechClient.requestAuthorization = { .authorized }
      $0.speechClient.startTask = { _ in speech.stream }
    }
    await store.send(.recordButtonTapped)
    await store.receive(\.recordPermissionResponse, true) { $0.audioRecorderPermission = .allowed }
    await store.receive(\.newFileResponse.success) { $0.recordingMemo = state }
    await store.receive(\.speechRecognizerAuthorizationStatusResponse, .authorized)
    speech.continuation.yield(result("Hello", settled: 0))
    await store.receive(\.speech.success) {
      $0.recordingMemo?.text = LiveTranscript(partial: "Hello")
    }
    speech.continuation.yield(result("Hello", "my", "word", settled: 2))
    await store.receive(\.speech.success) {
      $0.recordingMemo?.text = LiveTranscript(final: "Hello my", partial: "word")
    }
    speech.continuation.yield(result("Hello", "my", "world", settled: 3, isFinal: true))
    await store.receive(\.speech.success) {
      $0.recordingMemo?.text = LiveTranscript(final: "Hello my world")
    }
    await store.send(.stopButtonTapped) { $0.recordingMemo?.mode = .encoding }
    await store.receive(\.audioRecorderDidFinish.success)
    await store.receive(\.saveResponse.success) { $0.recordingMemo = nil }
    await store.receive(\.delegate, .didFinish(memo, hasMoreDrafts: false))
  }

  @Test("SP-08 SP-09 Recognition that fails, or is restricted, never ends the recording")
  func speechFails() async {
    let store = store {
      $0.speechClient.requestAuthorization = { .authorized }
      $0.speechClient.startTask = { _ in .finished(throwing: SpeechClient.Failure.taskError) }
    }
    await store.send(.recordButtonTapped)
    await store.receive(\.recordPermissionResponse, true) { $0.audioRecorderPermission = .allowed }
    await store.receive(\.newFileResponse.success) { $0.recordingMemo = state }
    await store.receive(\.speechRecognizerAuthorizationStatusResponse, .authorized)
    await store.receive(\.speech.failure) {
      $0.speechRemark = "there is no live text: speech recognition broke off"
    }
    await store.send(.speechRecognizerAuthorizationStatusResponse(.restricted)) {
      $0.speechRemark =
        "there is no live text: the speech engine cannot be used; 'speechmemo doctor' says why"
    }
    await store.send(.stopButtonTapped) { $0.recordingMemo?.mode = .encoding }
    await store.receive(\.audioRecorderDidFinish.success)
    await store.receive(\.saveResponse.success) { $0.recordingMemo = nil }
    await store.receive(\.delegate, .didFinish(memo, hasMoreDrafts: false))
  }

  @Test("Text of an engine without word times is shown as what may still change")
  func textAlone() {
    let result = SpeechRecognitionResult(
      bestTranscription: Transcription(formattedString: "all of it"), isFinal: false)
    #expect(LiveTranscript(result) == LiveTranscript(partial: "all of it"))
  }

  @Test("As many levels are saved as are needed, the newest")
  func levels() async {
    let store = store()
    await start(store)
    store.exhaustivity = .off
    for number in 0...RecordingMemo.levelCount {
      await store.send(.levelUpdated(AudioLevel(peak: Float(number), rms: 0)))
    }
    #expect(store.state.recordingMemo?.levels.count == RecordingMemo.levelCount)
    #expect(store.state.recordingMemo?.levels.first?.peak == 1)
    await store.skipInFlightEffects()
  }
}
