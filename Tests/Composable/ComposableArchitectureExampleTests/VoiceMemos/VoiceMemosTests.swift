import ComposableArchitecture
import Testing

@Suite("VoiceMemos: the list")
@MainActor
struct VoiceMemosTests {
  private let folder = URL(filePath: "/tmp/memos")

  private var deadbeef: URL {
    folder.appending(path: "00000000-0000-0000-0000-000000000000.wav")
  }

  @Test(
    "VM-01 VM-05 VM-07 VM-08 VM-09 VM-10 VM-11 VM-16 A memo is recorded and put in the list")
  func recordAndStop() async {
    let recording = AsyncThrowingStream.makeStream(of: Bool.self)
    let clock = TestClock()
    let store = TestStore(initialState: VoiceMemos.State()) {
      VoiceMemos()
    } withDependencies: { [folder] in
      $0.audioRecorder.currentTime = { 2.5 }
      $0.audioRecorder.requestRecordPermission = { true }
      $0.audioRecorder.startRecording = { _ in
        try await recording.stream.first { _ in true } ?? false
      }
      $0.audioRecorder.stopRecording = {
        recording.continuation.yield(true)
        recording.continuation.finish()
      }
      $0.continuousClock = clock
      $0.date = .constant(Date(timeIntervalSinceReferenceDate: 0))
      $0.temporaryDirectory = { folder }
      $0.uuid = .constant(UUID(0))
    }

    await store.send(.recordButtonTapped)
    await store.receive(\.recordPermissionResponse, true) {
      $0.audioRecorderPermission = .allowed
      $0.recordingMemo = RecordingMemo.State(
        date: Date(timeIntervalSinceReferenceDate: 0), mode: .recording, url: deadbeef)
    }
    let recordingTask = await store.send(\.recordingMemo.onTask)
    await clock.advance(by: .seconds(1))
    await store.receive(\.recordingMemo.timerUpdated) { $0.recordingMemo?.duration = 1 }
    await clock.advance(by: .seconds(1))
    await store.receive(\.recordingMemo.timerUpdated) { $0.recordingMemo?.duration = 2 }
    await clock.advance(by: .milliseconds(500))
    await store.send(\.recordingMemo.stopButtonTapped) { $0.recordingMemo?.mode = .encoding }
    await store.receive(\.recordingMemo.finalRecordingTime) { $0.recordingMemo?.duration = 2.5 }
    await store.receive(\.recordingMemo.audioRecorderDidFinish.success)
    await store.receive(\.recordingMemo.delegate.didFinish.success) {
      $0.recordingMemo = nil
      $0.voiceMemos = [
        VoiceMemo.State(
          date: Date(timeIntervalSinceReferenceDate: 0), duration: 2.5, url: deadbeef)
      ]
    }
    await recordingTask.finish()
  }

  @Test(
    "VM-06 VM-07 VM-15 Without permission, each attempt shows an alert with a link to settings")
  func permissionDenied() async {
    let opened = LockIsolated(0)
    let store = TestStore(initialState: VoiceMemos.State()) {
      VoiceMemos()
    } withDependencies: {
      $0.audioRecorder.requestRecordPermission = { false }
      $0.openSettings = { opened.withValue { $0 += 1 } }
    }
    await store.send(.recordButtonTapped)
    await store.receive(\.recordPermissionResponse, false) {
      $0.alert = AlertState { TextState("Permission is required to record voice memos.") }
      $0.audioRecorderPermission = .denied
    }
    await store.send(\.alert.dismiss) { $0.alert = nil }
    await store.send(.openSettingsButtonTapped).finish()
    #expect(opened.value == 1)
    await store.send(.recordButtonTapped) { $0.alert = .permissionRequired }
  }

  @Test("VM-03 VM-11 A recording that ends badly goes, with an alert", arguments: [true, false])
  func recordingFails(byError: Bool) async {
    struct NoSpace: Error {}
    let store = TestStore(
      initialState: VoiceMemos.State(
        audioRecorderPermission: .allowed,
        recordingMemo: RecordingMemo.State(date: .distantPast, url: deadbeef))
    ) {
      VoiceMemos()
    } withDependencies: {
      $0.audioRecorder.startRecording = { _ in
        if byError { throw NoSpace() }
        return false
      }
      $0.continuousClock = TestClock()
    }
    await store.send(\.recordingMemo.onTask)
    if byError {
      await store.receive(\.recordingMemo.audioRecorderDidFinish.failure)
    } else {
      await store.receive(\.recordingMemo.audioRecorderDidFinish.success, false)
    }
    await store.receive(\.recordingMemo.delegate.didFinish.failure) {
      $0.alert = AlertState { TextState("Voice memo recording failed.") }
      $0.recordingMemo = nil
    }
  }

  @Test("VM-12 Playing a memo stops the others")
  func onePlaysAtATime() async {
    let clock = TestClock()
    let memos: IdentifiedArrayOf = [memo(1, mode: .playing(progress: 0.5)), memo(2), memo(3)]
    let store = TestStore(initialState: VoiceMemos.State(voiceMemos: memos)) {
      VoiceMemos()
    } withDependencies: {
      $0.audioPlayer.play = { _ in
        try await clock.sleep(for: .milliseconds(750))
        return true
      }
      $0.continuousClock = clock
    }
    let second = memos[1].id
    await store.send(\.voiceMemos[id: second].playButtonTapped) {
      $0.voiceMemos[id: second]?.mode = .playing(progress: 0)
    }
    await store.receive(\.voiceMemos[id: second].delegate.playbackStarted) {
      $0.voiceMemos[0].mode = .notPlaying
    }
    await clock.advance(by: .milliseconds(500))
    await store.receive(\.voiceMemos[id: second].timerUpdated, 0.5) {
      $0.voiceMemos[id: second]?.mode = .playing(progress: 0.05)
    }
    await clock.advance(by: .milliseconds(500))
    await store.receive(\.voiceMemos[id: second].audioPlayerDidFinish.success) {
      $0.voiceMemos[id: second]?.mode = .notPlaying
    }
  }

  @Test("VM-12 Playback that fails shows an alert")
  func playbackFails() async {
    struct Unplayable: Error {}
    let memos: IdentifiedArrayOf = [memo(1)]
    let store = TestStore(initialState: VoiceMemos.State(voiceMemos: memos)) {
      VoiceMemos()
    } withDependencies: {
      $0.audioPlayer.play = { _ in throw Unplayable() }
      $0.continuousClock = TestClock()
    }
    let id = memos[0].id
    await store.send(\.voiceMemos[id: id].playButtonTapped) {
      $0.voiceMemos[id: id]?.mode = .playing(progress: 0)
    }
    await store.receive(\.voiceMemos[id: id].delegate.playbackStarted)
    await store.receive(\.voiceMemos[id: id].audioPlayerDidFinish.failure) {
      $0.voiceMemos[id: id]?.mode = .notPlaying
    }
    await store.receive(\.voiceMemos[id: id].delegate.playbackFailed) {
      $0.alert = AlertState { TextState("Voice memo playback failed.") }
    }
  }

  @Test("VM-12 A memo that plays is stopped by its button")
  func stopPlayback() async {
    let memos: IdentifiedArrayOf = [memo(1)]
    let store = TestStore(initialState: VoiceMemos.State(voiceMemos: memos)) {
      VoiceMemos()
    } withDependencies: {
      $0.audioPlayer.play = { _ in try await Task.never() }
      $0.continuousClock = TestClock()
    }
    let id = memos[0].id
    await store.send(\.voiceMemos[id: id].playButtonTapped) {
      $0.voiceMemos[id: id]?.mode = .playing(progress: 0)
    }
    await store.receive(\.voiceMemos[id: id].delegate.playbackStarted)
    await store.send(\.voiceMemos[id: id].playButtonTapped) {
      $0.voiceMemos[id: id]?.mode = .notPlaying
    }
  }

  @Test("VM-13 A title is edited, and another stands in for none")
  func title() async {
    let memos: IdentifiedArrayOf = [memo(1)]
    let store = TestStore(initialState: VoiceMemos.State(voiceMemos: memos)) { VoiceMemos() }
    let id = memos[0].id
    #expect(store.state.voiceMemos[0].displayTitle == "Untitled, 2001-01-01T00:00:01Z")
    await store.send(\.voiceMemos[id: id].titleTextFieldChanged, "Morning") {
      $0.voiceMemos[id: id]?.title = "Morning"
    }
    #expect(store.state.voiceMemos[0].displayTitle == "Morning")
  }

  @Test("VM-14 A memo that is deleted while it plays stops playing")
  func deleteWhilePlaying() async {
    let isPlaying = LockIsolated(false)
    let memos: IdentifiedArrayOf = [memo(1), memo(2)]
    let store = TestStore(initialState: VoiceMemos.State(voiceMemos: memos)) {
      VoiceMemos()
    } withDependencies: {
      $0.audioPlayer.play = { _ in
        isPlaying.setValue(true)
        defer { isPlaying.setValue(false) }
        try await Task.never()
      }
      $0.continuousClock = TestClock()
    }
    let id = memos[1].id
    await store.send(\.voiceMemos[id: id].playButtonTapped) {
      $0.voiceMemos[id: id]?.mode = .playing(progress: 0)
    }
    await store.receive(\.voiceMemos[id: id].delegate.playbackStarted)
    #expect(isPlaying.value)
    await store.send(.onDelete([1])) { $0.voiceMemos = [memos[0]] }
    await store.finish()
    #expect(!isPlaying.value)
  }

  private func memo(_ number: Int, mode: VoiceMemo.State.Mode = .notPlaying) -> VoiceMemo.State {
    VoiceMemo.State(
      date: Date(timeIntervalSinceReferenceDate: TimeInterval(number)), duration: 10, mode: mode,
      url: folder.appending(path: "\(number).wav"))
  }
}
