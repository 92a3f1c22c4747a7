import AppFeature
import AudioRecorderClient
import ComposableArchitecture
import DatabaseClient
import ExportFeature
import Foundation
import ImportCore
import ImportFeature
import PlaybackFeature
import RecordingCore
import SharedModels
import Testing

@testable import RecordMemoFeature

@MainActor
struct ShutDownTests {
  private let one = Recording.memo(1, "One")
  private let two = Recording.memo(2, "Two")
  private let date = Date(timeIntervalSince1970: 0)
  private let microphone = AudioInputDevice(
    id: "microphone", isDefault: true, name: "Built-in Microphone")
  private let file = URL(filePath: "/nonexistent/new.flac")

  @Test("Quitting closes what is open, stops playback and saves its position")
  func playing() async {
    let isSilent = LockIsolated(false)
    let store = makeStore(.loaded(one)) {
      $0.audioPlayer.playFrom = { _, _ in
        defer { isSilent.setValue(true) }
        try await Task.never()
      }
      $0.audioPlayer.currentTime = { nil }
      $0.continuousClock = TestClock()
    }
    await open(one, transcript: nil, in: store)
    await store.send(\.path[id: 0].playback.seekButtonTapped, 4.5) {
      $0.path[id: 0, case: \.playback]?.currentTime = 4.5
      $0.note([.init(id: one.id, time: 4.5)])
    }
    await store.send(\.path[id: 0].playback.playButtonTapped) {
      $0.path[id: 0, case: \.playback]?.mode = .playing
      $0.note([.init(id: one.id, time: 0)])
    }
    await store.receive(\.path[id: 0].playback.delegate.playbackStarted)
    await store.send(\.path[id: 0].playback.playButtonTapped) {
      $0.path[id: 0, case: \.playback]?.mode = .paused
      $0.note([.init(id: one.id, time: 4.5)])
    }
    await shutDown(store)
    #expect(isSilent.value)
    #expect(store.state.navigation.path == [.init(id: one.id, time: 4.5)])
  }

  @Test("Quitting saves a recording in progress as a memo")
  func recording() async {
    let (ends, end) = AsyncStream<Void>.makeStream()
    let kept = LockIsolated<[RecordedAudio]>([])
    let store = makeStore(.loaded(one)) {
      $0.audioRecorder = .simulated()
      $0.audioRecorder.startRecording = { _ in
        for await _ in ends { return true }
        return true
      }
      $0.audioRecorder.stopRecording = { end.yield() }
      $0.date = .constant(Date(timeIntervalSince1970: 0))
      $0.recordingFiles.save = { [two] sound in
        kept.withValue { $0.append(sound) }
        return two
      }
      $0.recordingFiles.newFile = { URL(filePath: "/nonexistent/new.flac") }
      $0.speechClient.requestAuthorization = { .denied }
      $0.timeZone = .gmt
    }
    await withMainSerialExecutor {
      await startRecording(in: store)
      await stopAtTheEnd(store)
      await store.receive(\.destination.record.saveResponse.success) {
        $0.destination?.modify(\.record) { $0.recordingMemo = nil }
      }
      await store.receive(\.destination.record.delegate.didFinish)
      await store.receive(\.pendingWorkEnded) { $0.destination = nil }
      await receiveStored(in: store)
    }
    #expect(kept.value.map(\.file.lastPathComponent) == ["new.flac"])
    await store.finish()
  }

  private func startRecording(in store: TestStoreOf<AppFeature>) async {
    await store.send(.recordButtonTapped) {
      $0.destination = .record(RecordMemoFeature.State(start: .recording))
    }
    await store.receive(\.destination.record.task)
    await store.receive(\.destination.record.draftsResponse.success)
    await store.receive(\.destination.record.inputResponse) {
      $0.destination?.modify(\.record) { $0.input = .ready(microphone) }
    }
    await store.receive(\.destination.record.recordPermissionResponse, true)
    await store.receive(\.destination.record.inputResponse)
    await store.receive(\.destination.record.newFileResponse.success) {
      $0.destination?.modify(\.record) {
        $0.recordingMemo = RecordingMemo(date: date, mode: .starting, url: file)
      }
    }
    await store.receive(\.destination.record.speechRecognizerAuthorizationStatusResponse) {
      $0.destination?.modify(\.record) {
        $0.speechRemark =
          "Live text is unavailable: no speech engine is set up. Run 'speechmemo doctor'."
      }
    }
  }

  private func stopAtTheEnd(_ store: TestStoreOf<AppFeature>) async {
    await store.send(.shutDownRequested) { $0.phase = .shuttingDown(isLibraryLoaded: true) }
    await store.receive(\.destination.record.stopRequested) {
      $0.destination?.modify(\.record) { $0.recordingMemo?.mode = .encoding }
    }
    await store.receive(\.destination.record.finalRecordingTime)
    await store.receive(\.destination.record.audioRecorderDidFinish.success)
  }

  @Test("A recording that cannot be saved stays a draft, and the user is notified")
  func notKept() async {
    let (ends, end) = AsyncStream<Void>.makeStream()
    let store = makeStore(.loaded(one)) {
      $0.audioRecorder = .simulated()
      $0.audioRecorder.startRecording = { _ in
        for await _ in ends { return true }
        return true
      }
      $0.audioRecorder.stopRecording = { end.yield() }
      $0.date = .constant(Date(timeIntervalSince1970: 0))
      $0.recordingFiles.save = { _ in throw DatabaseError.diskFull(path: "library.sqlite") }
      $0.recordingFiles.newFile = { URL(filePath: "/nonexistent/new.flac") }
      $0.speechClient.requestAuthorization = { .denied }
      $0.timeZone = .gmt
    }
    await withMainSerialExecutor {
      await startRecording(in: store)
      await stopAtTheEnd(store)
      await store.receive(\.destination.record.saveResponse.failure) {
        $0.destination?.modify(\.record) {
          $0.alert = .notSaved(DatabaseError.diskFull(path: "library.sqlite"))
          $0.drafts = [RecoveredRecording(date: date, duration: .zero, url: file)]
          $0.recordingMemo = nil
        }
      }
      let problem =
        "the recording is safe, but not saved as a memo: open the app again to save it"
      await store.receive(\.pendingWorkEnded) {
        $0.destination = nil
        $0.shutDownProblem = problem
      }
      await receiveStored(in: store)
    }
  }

  @Test("A library that cannot be written is reported")
  func notWritten() async {
    let store = withDependencies {
      $0.database = .inMemory([TranscribedMemo(recording: one, transcription: .mock)])
      $0.database.modify = { _, _ in throw DatabaseError.diskFull(path: "library.sqlite") }
    } operation: {
      makeStore(AppFeature.State())
    }
    store.exhaustivity = .off
    let task = await store.send(.task)
    await store.receive(\.recordingsList.delegate.loaded)
    await store.send(.recordingsList(.favoriteButtonTapped))
    await task.cancel()
    await store.send(.shutDownRequested)
    await store.receive(\.recordingsSaveResponse)
    #expect(
      store.state.shutDownProblem == DatabaseError.diskFull(path: "library.sqlite").description)
    await store.finish()
  }

  @Test("Files that were to be imported and are not are counted at the end")
  func importing() async {
    let store = makeStore(.loaded()) {
      $0.importClient.sources = { _ in
        var sources = ImportSources()
        sources.files = (1...3).map { URL(filePath: "/music/\($0).wav") }
        return sources
      }
      $0.importClient.take = { file in
        guard file.lastPathComponent != "1.wav"
        else { return .alreadyExists(.mock) }
        try await Task.never()
      }
    }
    await store.send(.importButtonTapped) { $0.destination = .importFiles(ImportFeature.State()) }
    await store.receive(\.destination.importFiles.task)
    await store.send(\.destination.importFiles.fieldChanged, .init("/music")) {
      $0.destination?.modify(\.importFiles) { $0.field = .init("/music") }
    }
    await store.send(\.destination.importFiles.importButtonTapped) {
      $0.destination?.modify(\.importFiles) { $0.isImporting = true }
    }
    await store.receive(\.destination.importFiles.sourcesResponse) {
      $0.destination?.modify(\.importFiles) {
        $0.items = (1...3).map { FileImport(file: URL(filePath: "/music/\($0).wav")) }
      }
    }
    await store.receive(\.destination.importFiles.fileBegan) {
      $0.destination?.modify(\.importFiles) {
        $0.items[0].status = .running
        $0.list = .init(selection: 0)
      }
    }
    await store.receive(\.destination.importFiles.fileFinished) {
      $0.destination?.modify(\.importFiles) {
        $0.items[0].status = .alreadyExists(title: Recording.mock.title)
      }
    }
    await store.receive(\.destination.importFiles.fileBegan) {
      $0.destination?.modify(\.importFiles) {
        $0.items[1].status = .running
        $0.list = .init(selection: 1)
      }
    }
    await store.send(.shutDownRequested) { $0.phase = .shuttingDown(isLibraryLoaded: true) }
    await store.receive(\.pendingWorkEnded) {
      $0.destination = nil
      $0.shutDownProblem = "2 of 3 files were not imported"
    }
    await receiveStored(in: store)
  }

  @Test("Memos that were to be exported and are not are counted at the end")
  func exporting() async {
    let store = makeStore(
      {
        var sheet = ExportFeature.State(recordings: [two, one])
        sheet.phase = .exporting
        sheet.written = [URL(filePath: "/notes/Two.txt")]
        var state = AppFeature.State.loaded(two, one)
        state.destination = .export(sheet)
        return state
      }())
    await store.send(.shutDownRequested) { $0.phase = .shuttingDown(isLibraryLoaded: true) }
    await store.receive(\.pendingWorkEnded) {
      $0.destination = nil
      $0.shutDownProblem = "1 of 2 memos was not exported"
    }
    await receiveStored(in: store)
  }
}
