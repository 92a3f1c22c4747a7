@testable import AppFeature
import AudioFileClient
import AudioPlayerClient
import AudioRecorderClient
import ComposableArchitecture
import DatabaseClient
import Foundation
import HealthCore
import ImportCore
import ImportFeature
import RecordingCore
@testable import PlaybackFeature
import SharedModels
import TerminalUI
import Testing
import UndoCore

extension Recording {
  /// The memo of that number; the higher, the newer.
  static func memo(_ number: UInt8, _ title: String) -> Recording {
    .preview(
      id: ID(UUID(uuid: (number, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, number))), title: title,
      date: Date(timeIntervalSince1970: Double(number) * 1000))
  }
}

extension AppFeature.State {
  /// A library that has been read.
  static func loaded(_ recordings: Recording...) -> Self {
    let recordings = IdentifiedArray(uncheckedUniqueElements: recordings)
    var state = Self(recordings: Shared(value: recordings))
    state.phase = .running
    return state
  }

  /// The topmost screen.
  var playback: PlaybackFeature.State? {
    path.last?.playback
  }

  /// Expects the memo to be open, with this transcript.
  mutating func open(
    _ recording: Recording, id: StackElementID, at time: Double = 0
  ) {
    guard let shared = Shared($recordings[id: recording.id])
    else { return }
    path[id: id] = .playback(
      PlaybackFeature.State(recording: shared, currentTime: time, undoSteps: $undoSteps))
    note([.init(id: recording.id, time: time)])
  }

  mutating func close() {
    path = StackState()
    note([])
  }

  mutating func select(_ recording: Recording) {
    recordingsList.list.selection = recordingsList.rows.firstIndex(of: recording.id)
    recordingsList.$place.withLock { $0.selectedID = recording.id }
  }

  func record(deletionOf recording: Recording) {
    $undoSteps.withLock { $0.append(UndoStep(.deleted([recording]), of: [recording])) }
  }

  /// Expects the last step to be undone in the database.
  mutating func beginUndo() {
    isUndoing = true
    removeNextStep(.undo)
  }

  /// Expects the last step to be undone by changing the list.
  mutating func undo(by inverse: UndoStep.Change) {
    guard let step = nextStep(.undo)
    else { return }
    removeNextStep(.undo)
    add(step.inverse(inverse), after: .undo)
  }

  /// Expects changed details to be undone, except those of a memo that has changed since.
  mutating func undoDetails(except id: Recording.ID? = nil) {
    guard case .details(let changes) = nextStep(.undo)?.change
    else { return }
    undo(by: .details(changes.filter { $0.id != id }.map(\.inverse)))
  }

  mutating func note(_ path: [Navigation.OpenMemo], tab: Tab? = nil) {
    $navigation.withLock { $0 = Navigation(path: path, tab: tab ?? $0.tab) }
  }
}

@MainActor
func makeStore(
  _ state: @autoclosure () -> AppFeature.State,
  withDependencies prepare: (inout DependencyValues) -> Void = { _ in }
) -> TestStoreOf<AppFeature> {
  TestStore(initialState: state()) {
    AppFeature()
  } withDependencies: {
    $0.audioFile.peaks = { _, _ in [] }
    $0.audioPlayer = .simulated(duration: .seconds(11))
    $0.continuousClock = TestClock()
    $0.database.transcription = { _ in nil }
    $0.calendar = Calendar(identifier: .gregorian)
    $0.date = .constant(Date(timeIntervalSince1970: 0))
    $0.audioRecorder.requestRecordPermission = { false }
    $0.audioRecorder.selectDevice = { _ in }
    $0.audioRecorder.status = { .noDevice }
    $0.healthCheck.findings = { _ in [] }
    $0.importClient.paths = ImportClient.previewValue.paths
    $0.importClient.take = { _ in .alreadyExists(.mock) }
    $0.recordingFiles.unsavedRecordings = { [] }
    $0.speechClient.authorizationStatus = { .authorized }
    $0.speechClient.engineStatus = { .init() }
    prepare(&$0)
  }
}

// MARK: Sending and receiving what several suites share

/// Opens a memo without playing it.
@MainActor
func open(
  _ recording: Recording, transcript: Transcription? = .mock, in store: TestStoreOf<AppFeature>
) async {
  await store.send(.transcription(.delegate(.recordingSelected(recording.id)))) {
    $0.open(recording, id: 0)
  }
  await store.receive(\.path[id: 0].playback.task)
  await store.receive(\.path[id: 0].playback.transcriptResponse.success) {
    $0.path[id: 0, case: \.playback]?.transcript =
      transcript.map { .loaded(Transcript($0)) } ?? .missing
  }
}

/// Types "Other words." for the first segment of the open memo, which is not saved yet.
@MainActor
func changeText(in store: TestStoreOf<AppFeature>) async throws {
  let recording = try #require(store.state.playback?.recording)
  let original = Transcription.mock.segments[0].text
  let typed = UnsavedText(
    .segment, of: recording.id, place: 0, original: original, text: "Other words.")
  let transcript = Transcript(.mock)
  let edit = try #require(
    transcript.edit(segment: 0, text: typed.text, at: Date(timeIntervalSince1970: 0)))
  await store.send(\.path[id: 0].playback.editTextButtonTapped) {
    $0.path[id: 0, case: \.playback]?.editing = .init(.segment(0), text: original)
  }
  await store.send(\.path[id: 0].playback.textFieldChanged, .init(typed.text)) {
    $0.path[id: 0, case: \.playback]?.editing?.field = .init(typed.text)
    $0.$unsavedTexts.withLock { $0 = [typed] }
  }
  await store.send(\.path[id: 0].playback.saveButtonTapped) {
    $0.path[id: 0]?.modify(\.playback) {
      $0.editing = nil
      $0.apply(.text(edit))
      $0.record(.text(Transcription.mock.id, editedAt: Date(timeIntervalSince1970: 0)))
      $0.unsavedChanges = [.init(.text(edit), typed: typed)]
    }
  }
}

/// Ends the app while nothing is pending.
@MainActor
func shutDown(_ store: TestStoreOf<AppFeature>) async {
  await store.send(.shutDownRequested) { $0.phase = .shuttingDown(isLibraryLoaded: true) }
  let isOpen = !store.state.path.isEmpty
  await store.receive(\.pendingWorkEnded, assert: isOpen ? { $0.path = StackState() } : nil)
  await receiveStored(in: store)
}

/// Receives the end of all saves, with nothing else in progress.
@MainActor
func receiveStored(
  in store: TestStoreOf<AppFeature>,
  thenTexts update: ((inout AppFeature.State) -> Void)? = nil
) async {
  await store.receive(\.transcription.stopRequested)
  await store.receive(\.recordingsSaveResponse.success)
  await store.receive(\.unsavedTextsResponse.success, assert: update)
  await store.finish()
}
