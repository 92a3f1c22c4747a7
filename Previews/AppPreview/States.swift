import AppFeature
import AudioFileClient
import AudioPlayerClient
import AudioRecorderClient
import ComposableArchitecture
import ConcurrencyExtras
import DatabaseClient
import FileStorage
import Foundation
import ImportCore
import LibraryFolder
import PreviewHarness
import RecordingCore
import SharedModels
import SpeechClient
import TextEditorClient
import TranscriptionCore
import UndoCore

extension AppPreview {
  static var states: [Preview<AppFeature>.StartingState] {
    [
      state("usual", SampleLibrary.typical),
      state("empty", []),
      state("long", SampleLibrary.long, isLarge: true),
      state(
        "link", SampleLibrary.typical,
        link: .recording(id: "a0000000-0000-0000-0000-000000000002", time: .seconds(2))),
      state("restored", SampleLibrary.typical) {
        let file = $0.libraryFolder.root.appendingPathComponent("navigation.json")
        $0.defaultFileStorage = .inMemory(
          fileSystem: LockIsolated([file: Data(SampleLibrary.navigation.utf8)]))
      },
      state("loading") { $0.database.recordings = { _ in try await Task.never() } },
      state("failed") {
        $0.database.recordings = { _ in throw DatabaseError.busy(path: "library.sqlite") }
      },
      state("denied", SampleLibrary.typical) {
        $0.audioRecorder = .simulated(isPermitted: false)
      },
      state("unplugged", SampleLibrary.typical) {
        $0.audioRecorder.lastEnd = { .deviceLost }
        $0.audioRecorder.startRecording = { _ in
          @Dependency(\.continuousClock) var clock
          try await clock.sleep(for: .seconds(2))
          return false
        }
      },
      state("draft", SampleLibrary.typical) {
        $0.recordingFiles.unsavedRecordings = { [SampleLibrary.draft] }
      },
      state("typed", SampleLibrary.typical, typed: SampleLibrary.typed),
      state("gone", SampleLibrary.typical) {
        $0.audioPlayer.playFrom = { url, _ in throw AudioFileError.missing(path: url.path) }
      },
    ]
  }

  private static func state(
    _ name: String, _ memos: @autoclosure @escaping () -> [TranscribedMemo] = [],
    link: DeepLink? = nil, typed: [UnsavedText] = [], isLarge: Bool = false,
    change: @escaping (inout DependencyValues) -> Void = { _ in }
  ) -> Preview<AppFeature>.StartingState {
    .init(name, isLarge: isLarge, start(link, typed)) {
      let database = DatabaseClient.inMemory(memos())
      // Error messages with paths must be the same on every machine.
      $0.libraryFolder = LibraryFolder(
        root: URL(fileURLWithPath: "/anna/.local/share/speechmemo", isDirectory: true))
      $0.calendar = Calendar(identifier: .gregorian)
      $0.audioPlayer = .simulated(duration: .seconds(11))
      $0.audioRecorder = .simulated()
      $0.database = database
      $0.defaultFileStorage = .inMemory
      $0.importClient.take = { file in
        .added(try await database.keep(file.deletingPathExtension().lastPathComponent))
      }
      $0.recordingFiles.save = { sound in try await database.keep(sound.title) }
      $0.recordingFiles.discard = { sound in
        var recording = try await database.keep(sound.title)
        try await database.trash(ids: [recording.id], at: sound.date)
        recording.trashedAt = sound.date
        return recording
      }
      // Sessions in one process would share their jobs.
      $0.runningJobs = RunningJobs()
      $0.speechClient = .lorem(clock: $0.continuousClock)
      $0.textEditor = .simulated { "\($0) So it goes on." }
      change(&$0)
    }
  }

  private static func start(_ link: DeepLink?, _ typed: [UnsavedText]) -> AppFeature.State {
    let state = AppFeature.State(link: link)
    if !typed.isEmpty { state.$unsavedTexts.withLock { $0 = typed } }
    return state
  }
}
