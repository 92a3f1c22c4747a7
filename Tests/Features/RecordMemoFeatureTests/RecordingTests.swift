import AudioRecorderClient
import ComposableArchitecture
import ComposableTerminal
import DependenciesTestSupport
import RecordMemoFeature
import RecordingCore
import SharedModels
import SpeechClient
import TerminalUI
import Testing

@Suite("Recording a memo")
@MainActor
struct RecordingTests {
  private let clock = TestClock()
  private let date = Date(timeIntervalSince1970: 1_767_225_600)
  private let discarded = LockIsolated<[RecordedAudio]>([])
  private let saved = LockIsolated<[RecordedAudio]>([])
  private let recorder = FakeRecorder()
  private let url = URL(filePath: "/drafts/recording-1.flac")
  private let noEngine =
    "Live text is unavailable: no speech engine is set up. Run 'speechmemo doctor'."

  private var memo: Recording { .preview(title: "Memo of 2026-01-01 01:00", date: date) }
  /// The recording after it was discarded.
  private var inTrash: Recording {
    var recording = memo
    recording.trashedAt = date
    return recording
  }

  private var state: RecordingMemo { RecordingMemo(date: date, mode: .starting, url: url) }

  private func store(
    drafts: [RecoveredRecording] = [], start: RecordMemoFeature.Start? = nil,
    withDependencies prepare: (inout DependencyValues) -> Void = { _ in }
  ) -> TestStoreOf<RecordMemoFeature> {
    var state = RecordMemoFeature.State(start: start)
    state.drafts = drafts
    return TestStore(initialState: state) {
      RecordMemoFeature()
    } withDependencies: { [url, saved, discarded] in
      $0.audioRecorder = recorder.client
      $0.continuousClock = clock
      $0.date = .constant(date)
      $0.recordingFiles.discard = { sound in
        discarded.withValue { $0.append(sound) }
        var recording = Recording.preview(title: sound.title, date: sound.date)
        recording.trashedAt = sound.date
        return recording
      }
      $0.recordingFiles.save = { sound in
        saved.withValue { $0.append(sound) }
        return .preview(title: sound.title, date: sound.date)
      }
      $0.recordingFiles.newFile = { url }
      $0.recordingFiles.restore = { .preview(title: $0.title, date: $0.date) }
      $0.speechClient.requestAuthorization = { .denied }
      $0.timeZone = TimeZone(secondsFromGMT: 3600) ?? .gmt
      prepare(&$0)
    }
  }

  /// Starts a recording, without live text.
  private func start(_ store: TestStoreOf<RecordMemoFeature>) async {
    await store.send(.recordButtonTapped)
    await store.receive(\.inputResponse) { $0.input = .ready(FakeRecorder.devices[0]) }
    await store.receive(\.recordPermissionResponse, true)
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
      TextState("It will be moved to the trash. You can restore it from there.")
    }
  }

  @Test("VM-05 VM-08 VM-09 VM-10 VM-11 A memo is recorded, timed, measured, stopped and saved")
  func record() async {
    let store = store()
    await start(store)
    await store.send(.recordButtonTapped)
    recorder.time.setValue(1)
    await clock.advance(by: .seconds(1))
    await store.receive(\.timerUpdated) {
      $0.recordingMemo?.duration = 1
      $0.recordingMemo?.mode = .recording
    }
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
        RecordedAudio(
          date: date, device: "Microphone", file: url, title: "Memo of 2026-01-01 01:00")
      ])
  }

  @Test(
    "VM-06 VM-07 Without permission there is an alert that says why, each time, until there is one",
    .dependencies,
    arguments: [
      (.noDevice, "No microphone found.", "Plug one in, or switch it on in the sound settings."),
      (
        .noServer(reason: "Connection refused"), "Cannot connect to a sound server.",
        "Connection refused. Start PipeWire (with pipewire-pulse) or PulseAudio: pulseaudio --start."
      ),
      (
        .noServer(reason: ""), "Cannot connect to a sound server.",
        "Start PipeWire (with pipewire-pulse) or PulseAudio: pulseaudio --start."
      ),
      (
        .denied, "The sound server refused the connection.",
        "Run speechmemo as the user whose session runs the sound server."
      ),
      (
        .deviceMissing(id: "desk"), "The selected device is not available.",
        "'desk' was not found. Plug it in, or press v to choose another."
      ),
    ] as [(AudioInputStatus, String, String)])
  func denied(status: AudioInputStatus, title: String, reason: String) async {
    let isPermitted = LockIsolated(false)
    let store = store {
      $0.audioRecorder.requestRecordPermission = { isPermitted.value }
      $0.audioRecorder.status = { isPermitted.value ? .ready(FakeRecorder.devices[0]) : status }
      $0.recordingFiles.newFile = { throw CancellationError() }
    }
    for number in 1...2 {
      await store.send(.recordButtonTapped)
      await store.receive(\.inputResponse, assert: number == 1 ? { $0.input = status } : nil)
      await store.receive(\.recordPermissionResponse, false) {
        $0.alert = alert(title, reason)
      }
      await store.send(.alert(.dismiss)) { $0.alert = nil }
    }
    isPermitted.setValue(true)
    await store.send(.recordButtonTapped)
    await store.receive(\.inputResponse) { $0.input = .ready(FakeRecorder.devices[0]) }
    await store.receive(\.recordPermissionResponse, true)
    await store.receive(\.newFileResponse.failure) {
      $0.alert = alert("Recording failed.", "CancellationError()")
    }
  }

  @Test("What is said in a pause is left out, and is not measured")
  func pause() async {
    let store = store()
    await start(store)
    await store.send(.pauseButtonTapped)
    recorder.hear(.silence)
    await store.receive(\.levelUpdated) {
      $0.recordingMemo = RecordingMemo(date: date, levels: [.silence], url: url)
    }
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
    await store.receive(\.audioRecorderDidFinish.success)
    let inTrash = inTrash
    await store.receive(\.discardResponse) {
      $0.discarded = inTrash
      $0.recordingMemo = nil
    }
    #expect(
      discarded.value == [
        RecordedAudio(
          date: date, device: "Microphone", file: url, title: "Memo of 2026-01-01 01:00")
      ])
    #expect(saved.value == [])

    await store.send(.undoButtonTapped)
    await store.receive(\.restoreResponse.success) { $0.discarded = nil }
    await store.receive(\.delegate, .didFinish(memo, hasMoreDrafts: false))
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

  @Test("A recording that cannot be restored stays in the trash, and a person is told")
  func notRestored() async {
    let store = store { $0.recordingFiles.restore = { _ in throw CancellationError() } }
    let inTrash = inTrash
    await store.send(.undoButtonTapped)
    await store.send(
      .discardResponse(.success(inTrash), RecoveredRecording(duration: .zero, url: url))
    ) { $0.discarded = inTrash }
    await store.send(.undoButtonTapped)
    await store.receive(\.restoreResponse.failure) {
      $0.alert = alert("The recording was not restored.", "CancellationError()")
    }
  }

  @Test("The counter begins with the sound, and so does the recording's date")
  func counter() async {
    let today = LockIsolated(date)
    let store = store { $0.date = DateGenerator { today.value } }
    await start(store)
    recorder.time.setValue(0)
    await clock.advance(by: .milliseconds(200))
    await store.receive(\.timerUpdated)
    #expect(store.state.recordingMemo?.mode == .starting)
    today.setValue(date.addingTimeInterval(2))
    recorder.time.setValue(0.1)
    await clock.advance(by: .milliseconds(200))
    await store.receive(\.timerUpdated) {
      $0.recordingMemo = RecordingMemo(date: date.addingTimeInterval(2), duration: 0.1, url: url)
    }
    await store.skipInFlightEffects()
  }

  @Test("A page that is opened to record starts recording at once")
  func startsRecording() async {
    let store = store(start: .recording) { $0.recordingFiles.unsavedRecordings = { [] } }
    await withMainSerialExecutor {
      await store.send(.task)
      await store.receive(\.draftsResponse.success)
      await store.receive(\.inputResponse) { $0.input = .ready(FakeRecorder.devices[0]) }
      await store.receive(\.recordPermissionResponse, true)
      await store.receive(\.inputResponse)
      await store.receive(\.newFileResponse.success) { $0.recordingMemo = state }
      await store.receive(\.speechRecognizerAuthorizationStatusResponse, .denied) {
        $0.speechRemark = noEngine
      }
    }
    #expect(store.state.recordingMemo?.mode == .starting)
    await store.skipInFlightEffects(strict: false)
  }

  @Test("A page that is opened to choose the device shows the devices at once")
  func startsWithDevices() async {
    let store = store(start: .device) { $0.recordingFiles.unsavedRecordings = { [] } }
    await withMainSerialExecutor {
      await store.send(.task)
      await store.receive(\.draftsResponse.success)
      await store.receive(\.devicesResponse.success) { $0.devicePrompt = devices }
      await store.receive(\.inputResponse) { $0.input = .ready(FakeRecorder.devices[0]) }
      await store.finish()
    }
  }

  private let devices = ChoicePrompt<String?>.State(
    "Record from",
    choices: [
      .init("System default", remark: "Microphone", value: nil),
      .init("Microphone", value: "mic"), .init("Headset", remark: "muted", value: "headset"),
    ],
    selection: nil)

  @Test("What is recorded from can be chosen before, and is kept")
  func device() async {
    let store = store()
    await store.send(.deviceButtonTapped)
    await store.receive(\.devicesResponse.success) {
      $0.devicePrompt = devices
    }
    await store.send(\.devicePrompt.binding.list, ListState(selection: 2)) {
      $0.devicePrompt?.list.selection = 2
    }
    await store.send(\.devicePrompt.chooseButtonTapped)
    await store.receive(\.devicePrompt.presented.delegate.chosen) {
      $0.devicePrompt = nil
      $0.$device.withLock { $0 = "headset" }
    }
    await store.receive(\.inputResponse) { $0.input = .ready(FakeRecorder.devices[0]) }
    #expect(recorder.asked.value == ["select headset"])
    #expect(RecordMemoFeature.State().device == "headset", "it is kept for the next time")
  }

  @Test("Devices that cannot be listed say why")
  func devicesFail() async {
    let store = store {
      $0.audioRecorder.devices = { throw AudioRecorderClient.Failure.unavailable(.noDevice) }
    }
    await store.send(.deviceButtonTapped)
    await store.receive(\.devicesResponse.failure) {
      $0.alert = alert(
        "No microphone found.", "Plug one in, or switch it on in the sound settings.")
    }
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
      $0.alert = alert(
        "There is not enough space to record.",
        "Not enough disk space to record to /drafts; free some space and try again.")
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
    await store.receive(\.inputResponse) { $0.input = .ready(FakeRecorder.devices[0]) }
    await store.send(.discardDraftButtonTapped) {
      $0.alert = question(
        "Discard the earlier recording?", .confirmDiscardDraftButtonTapped)
    }
    await store.send(\.alert.confirmDiscardDraftButtonTapped) {
      $0.alert = nil
      $0.drafts = [second]
    }
    var inTrash = inTrash
    inTrash.title = "Recovered memo of 2026-01-01 01:00"
    await store.receive(\.discardResponse) { [inTrash] in $0.discarded = inTrash }
    #expect(
      discarded.value == [RecordedAudio(date: date, file: url, title: inTrash.title)])
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
    } withDependencies: {
      $0.audioRecorder = recorder.client
    }
    #expect(store.state.drafts == [draft])
    await store.send(.task)
    await store.receive(\.inputResponse) { $0.input = .ready(FakeRecorder.devices[0]) }
  }

  @Test("Drafts that cannot be read or deleted stay, and a person is told")
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
    }
    await store.receive(\.discardResponse) {
      $0.alert = alert(
        "The recording was not discarded.", "CancellationError()")
      $0.drafts = [draft]
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
    await store.receive(\.inputResponse) { $0.input = .ready(FakeRecorder.devices[0]) }
    await store.receive(\.recordPermissionResponse, true)
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
    await store.receive(\.inputResponse) { $0.input = .ready(FakeRecorder.devices[0]) }
    await store.receive(\.recordPermissionResponse, true)
    await store.receive(\.newFileResponse.success) { $0.recordingMemo = state }
    await store.receive(\.speechRecognizerAuthorizationStatusResponse, .authorized)
    await store.receive(\.speech.failure) {
      $0.speechRemark = "Live text is unavailable: transcription stopped unexpectedly"
    }
    await store.send(.speechRecognizerAuthorizationStatusResponse(.restricted)) {
      $0.speechRemark =
        "Live text is unavailable: the speech engine cannot be used. Run 'speechmemo doctor' to "
        + "find out why."
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

  @Test("A pause begins another line, wherever what is settled ends")
  func paragraphs() {
    let words = [("One", 0), ("two.", 1), ("Three", 4), ("four.", 5), ("Five", 8)].map {
      Word(text: $0, start: .seconds($1), end: .milliseconds($1 * 1000 + 900))
    }
    for (count, final, partial) in [
      (0, "", "One two.\nThree four.\nFive"), (1, "One", "two.\nThree four.\nFive"),
      (2, "One two.\n", "Three four.\nFive"), (3, "One two.\nThree", "four.\nFive"),
      (5, "One two.\nThree four.\nFive", ""),
    ] {
      let result = SpeechRecognitionResult(
        bestTranscription: Transcription(segments: [Segment(words: words)]), isFinal: false,
        settledWordCount: count)
      #expect(LiveTranscript(result) == LiveTranscript(final: final, partial: partial))
    }
  }

  @Test("As many levels are saved as are needed, the newest")
  func levels() async {
    let store = store()
    await start(store)
    var levels: [AudioLevel] = []
    for number in 0...RecordingMemo.levelCount {
      levels.append(AudioLevel(peak: Float(number), rms: 0))
      await store.send(.levelUpdated(levels[number])) { [levels] in
        $0.recordingMemo = RecordingMemo(
          date: date, levels: levels.suffix(RecordingMemo.levelCount), url: url)
      }
    }
    #expect(store.state.recordingMemo?.levels.first?.peak == 1)
    await store.skipInFlightEffects()
  }
}
