import AppFeature
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
import PlaybackFeature
import SharedModels
import TerminalUI

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

  /// What is open on top.
  var playback: PlaybackFeature.State? {
    path.last?.playback
  }

  /// Expects the memo to be open, with this transcript.
  mutating func open(
    _ recording: Recording, id: StackElementID, at time: Double = 0
  ) {
    guard let shared = Shared($recordings[id: recording.id])
    else { return }
    path[id: id] = .playback(PlaybackFeature.State(recording: shared, currentTime: time))
    note([.init(id: recording.id, time: time)])
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
