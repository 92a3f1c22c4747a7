import AppFeature
import AudioRecorderClient
import ComposableArchitecture
import DatabaseClient
import ExportFeature
import Foundation
import ImportCore
import ImportFeature
import PlaybackFeature
import RecordMemoFeature
import RecordingCore
import SharedModels
import Testing
import TextEditorClient
import UnsavedTexts

@MainActor
struct ShutDownTests {
  private let one = Recording.memo(1, "One")
  private let two = Recording.memo(2, "Two")

  @Test("At the end what is open closes, what is played falls silent, and its place is kept")
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
    store.exhaustivity = .off
    await store.send(.transcription(.delegate(.recordingSelected(one.id))))
    await store.send(\.path[id: 0].playback.seekButtonTapped, 4.5)
    await store.send(\.path[id: 0].playback.playButtonTapped)
    await store.send(\.path[id: 0].playback.playButtonTapped)
    await store.skipReceivedActions(strict: false)
    store.exhaustivity = .on
    await store.send(.shutDownRequested) { $0.phase = .shuttingDown(isLibraryLoaded: true) }
    await store.receive(\.pendingWorkEnded) { $0.path = StackState() }
    await store.receive(\.transcription.stopRequested)
    await store.receive(\.recordingsSaveResponse)
    await store.receive(\.unsavedTextsResponse)
    await store.finish()
    #expect(isSilent.value)
    #expect(store.state.navigation.path == [.init(id: one.id, time: 4.5)])
  }

  @Test("A recording that goes on becomes a memo before the app ends")
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
    store.exhaustivity = .off
    await store.send(.recordButtonTapped)
    await store.receive(\.destination.record.newFileResponse)
    #expect(store.state.destination?.record?.recordingMemo?.mode == .starting)
    await store.send(.shutDownRequested)
    await store.receive(\.destination.record.saveResponse)
    await store.receive(\.pendingWorkEnded)
    #expect(store.state.destination == nil)
    #expect(store.state.shutDownProblem == nil)
    #expect(kept.value.map(\.file.lastPathComponent) == ["new.flac"])
    await store.finish()
  }

  @Test("A recording that cannot be kept is safe, and the person is told")
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
    store.exhaustivity = .off
    await store.send(.recordButtonTapped)
    await store.receive(\.destination.record.newFileResponse)
    await store.send(.shutDownRequested)
    await store.receive(\.pendingWorkEnded)
    #expect(
      store.state.shutDownProblem
        == "the recording is safe, but not saved as a memo: open the app again to save it")
    await store.finish()
  }

  @Test("What is being stored is waited for, but not forever")
  func storing() async {
    let clock = TestClock()
    let store = makeStore(.loaded(one)) {
      $0.continuousClock = clock
      $0.database.transcription = { _ in .mock }
      $0.database.editTranscription = { _, _ in try await Task.never() }
      $0.date = .constant(Date(timeIntervalSince1970: 0))
    }
    store.exhaustivity = .off
    await store.send(.transcription(.delegate(.recordingSelected(one.id))))
    await store.receive(\.path[id: 0].playback.transcriptResponse)
    await store.send(\.path[id: 0].playback.editTextButtonTapped)
    await store.send(\.path[id: 0].playback.textFieldChanged, .init("Other words."))
    await store.send(\.path[id: 0].playback.saveButtonTapped)
    store.exhaustivity = .on
    await store.send(.shutDownRequested) { $0.phase = .shuttingDown(isLibraryLoaded: true) }
    await store.send(.shutDownRequested)
    await clock.advance(by: AppFeature.shutDownTimeout)
    await store.receive(\.pendingWorkEnded) {
      $0.path = StackState()
      $0.shutDownProblem = "text typed into 'One' could not be saved in time"
    }
    await store.receive(\.transcription.stopRequested)
    await store.receive(\.recordingsSaveResponse)
    await store.receive(\.unsavedTextsResponse) {
      $0.shutDownProblem =
        "text typed into 'One' could not be saved in time; your unsaved text is kept and comes "
        + "back when you reopen the app"
    }
    #expect(store.state.unsavedTexts.map(\.text) == ["Other words."])
    await store.finish()
  }

  @Test("An editor that is open is asked to end, and what it leaves is stored before the app ends")
  func editor() async throws {
    let ends = AsyncStream.makeStream(of: Void.self)
    let edits = LockIsolated<[TranscriptionEdit]>([])
    let store = makeStore(.loaded(one)) {
      $0.database.transcription = { _ in .mock }
      $0.database.editTranscription = { _, edit in edits.withValue { $0.append(edit) } }
      $0.date = .constant(Date(timeIntervalSince1970: 0))
      $0.terminal.lend = { try await $0() }
      $0.textEditor.close = { ends.continuation.yield() }
      $0.textEditor.discard = { _ in }
      $0.textEditor.open = { _ in
        for await _ in ends.stream { break }
        return EditedText(file: URL(filePath: "/tmp/memo.txt"), text: "Typed in the editor.\n")
      }
    }
    store.exhaustivity = .off
    await store.send(.transcription(.delegate(.recordingSelected(one.id))))
    await store.receive(\.path[id: 0].playback.transcriptResponse)
    await store.send(\.path[id: 0].playback.editorButtonTapped)
    await store.send(.shutDownRequested)
    await store.receive(\.pendingWorkEnded)
    #expect(edits.value.map { $0.inserted.map(\.text) } == [["Typed in the editor."]])
    #expect(store.state.shutDownProblem == nil)
    #expect(store.state.unsavedTexts.isEmpty)
    await store.skipReceivedActions(strict: false)
    await store.finish()
  }

  @Test("What an editor had that failed at the end is kept, and this is told")
  func failedEditor() async throws {
    let ends = AsyncStream.makeStream(of: Void.self)
    let failure = TextEditorFailure.unsuccessful(
      command: "vi", reason: "was killed by signal 15",
      kept: EditedText(file: URL(filePath: "/tmp/memo.txt"), text: "Half a te\n"))
    let store = makeStore(.loaded(one)) {
      $0.database.transcription = { _ in .mock }
      $0.terminal.lend = { try await $0() }
      $0.textEditor.close = { ends.continuation.yield() }
      $0.textEditor.open = { _ in
        for await _ in ends.stream { break }
        throw failure
      }
    }
    store.exhaustivity = .off
    await store.send(.transcription(.delegate(.recordingSelected(one.id))))
    await store.receive(\.path[id: 0].playback.transcriptResponse)
    await store.send(\.path[id: 0].playback.editorButtonTapped)
    await store.send(.shutDownRequested)
    await store.receive(\.unsavedTextsResponse)
    #expect(
      store.state.shutDownProblem
        == "\(failure); your unsaved text is kept and comes back when you reopen the app")
    #expect(store.state.unsavedTexts.map(\.text) == ["Half a te\n"])
    await store.skipReceivedActions(strict: false)
    await store.finish()
  }

  @Test("A library that cannot be written is told")
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
    store.exhaustivity = .off
    await store.send(.importButtonTapped)
    await store.send(\.destination.importFiles.fieldChanged, .init("/music"))
    await store.send(\.destination.importFiles.importButtonTapped)
    await store.receive(\.destination.importFiles.fileFinished)
    #expect(store.state.destination?.importFiles?.isImporting == true)
    await store.send(.shutDownRequested)
    await store.receive(\.pendingWorkEnded)
    #expect(store.state.shutDownProblem == "2 of 3 files were not imported")
    await store.skipReceivedActions(strict: false)
    await store.finish()
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
    store.exhaustivity = .off
    await store.send(.shutDownRequested)
    await store.receive(\.pendingWorkEnded)
    #expect(store.state.shutDownProblem == "1 of 2 memos was not exported")
    await store.skipReceivedActions(strict: false)
    await store.finish()
  }
}
