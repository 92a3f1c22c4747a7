import AudioRecorderClient
import ComposableArchitecture
import RecordMemoFeature
import RecordingCore
import SharedModels
import Testing

@Suite("Recording a memo")
@MainActor
struct RecordingTests {
  let clock = TestClock()
  let date = Date(timeIntervalSince1970: 1_767_225_600)
  let discarded = LockIsolated<[RecordedAudio]>([])
  let saved = LockIsolated<[RecordedAudio]>([])
  let recorder = FakeRecorder()
  let url = URL(filePath: "/drafts/recording-1.flac")
  let noEngine =
    "Live text is unavailable: no speech engine is set up. Run 'speechmemo doctor'."

  var memo: Recording { .preview(title: "Memo of 2026-01-01 01:00", date: date) }
  /// The recording after it was discarded.
  var inTrash: Recording {
    var recording = memo
    recording.trashedAt = date
    return recording
  }

  var state: RecordingMemo { RecordingMemo(date: date, mode: .starting, url: url) }

  func store(
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
      $0.speechClient.requestAuthorization = { .denied }
      $0.timeZone = TimeZone(secondsFromGMT: 3600) ?? .gmt
      prepare(&$0)
    }
  }

  /// Starts a recording, without live text.
  func start(_ store: TestStoreOf<RecordMemoFeature>) async {
    await store.send(.recordButtonTapped)
    await store.receive(\.inputResponse) { $0.input = .ready(FakeRecorder.devices[0]) }
    await store.receive(\.recordPermissionResponse, true)
    await store.receive(\.newFileResponse.success) { $0.recordingMemo = state }
    await store.receive(\.speechRecognizerAuthorizationStatusResponse, .denied) {
      $0.speechRemark = noEngine
    }
  }

  func alert(_ title: String, _ message: String) -> AlertState<
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

  func question(
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
    await store.receive(\.delegate, .didFinish(memo, hasMoreDrafts: false, interruption: nil))
    #expect(recorder.asked.value == ["record recording-1.flac", "stop"])
    #expect(
      saved.value == [
        RecordedAudio(
          date: date, device: "Microphone", file: url, title: "Memo of 2026-01-01 01:00")
      ])
  }

  @Test("Audio during a pause is neither recorded nor measured")
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
    await store.receive(\.delegate, .didFinish(memo, hasMoreDrafts: false, interruption: nil))
    #expect(
      recorder.asked.value == ["record recording-1.flac", "pause", "resume", "pause", "stop"])
  }

  @Test("The counter and the recording's date start with the audio")
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

  @Test("A page opened to record starts at once")
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

  @Test("VM-03 VM-11 An interrupted recording is saved, and the user is told the reason")
  func interrupted() async {
    let store = store()
    await start(store)
    recorder.end(.success(false))
    await store.receive(\.audioRecorderDidFinish.success) { $0.recordingMemo?.mode = .encoding }
    await store.receive(\.recordingInterrupted, .deviceLost) {
      $0.alert = alert(
        "The recording was interrupted.",
        "The microphone was disconnected; the audio recorded so far is kept.")
      $0.recordingMemo?.interruption = .deviceLost
    }
    await store.receive(\.saveResponse.success) { $0.recordingMemo = nil }
    await store.receive(
      \.delegate, .didFinish(memo, hasMoreDrafts: false, interruption: .deviceLost))
    #expect(saved.value.count == 1)
  }

  @Test("An interruption that the user has read is not reported again")
  func interruptionRead() async {
    let (saves, save) = AsyncStream<Void>.makeStream()
    let store = store { [memo] in
      $0.recordingFiles.save = { _ in
        for await _ in saves { break }
        return memo
      }
    }
    await start(store)
    recorder.end(.success(false))
    await store.receive(\.audioRecorderDidFinish.success) { $0.recordingMemo?.mode = .encoding }
    await store.receive(\.recordingInterrupted, .deviceLost) {
      $0.alert = .interrupted(.deviceLost)
      $0.recordingMemo?.interruption = .deviceLost
    }
    await store.send(.alert(.dismiss)) {
      $0.alert = nil
      $0.recordingMemo?.interruption = nil
    }
    save.yield()
    await store.receive(\.saveResponse.success) { $0.recordingMemo = nil }
    await store.receive(\.delegate, .didFinish(memo, hasMoreDrafts: false, interruption: nil))
  }

  @Test("VM-11 A failed recording shows the reason")
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
