import AudioPlayerClient
import ComposableArchitecture
import DatabaseClient
import Foundation
import LibraryFolder
import PreviewHarness
import RetentionCore
import SettingsFeature
import SharedModels
import SpeechClient

extension SettingsPreview {
  static let states: [Preview<SettingsFeature>.StartingState] = [
    state("usual", typical),
    state("empty", nil, memos: 0),
    state(
      "long",
      """
      {"model": "a-model-with-a-name-that-is-longer-than-any-terminal-is-wide-or-should-be",
       "vocabulary": [\((1...60).map { "\"term \($0)\"" }.joined(separator: ","))]}
      """, memos: 500),
    state("loading", typical) { $0.speechClient.engineStatus = { await never() } },
    state("failed", #"{"retention": {"memoDays": "soon"}}"#) {
      $0.retentionKeeper.plan = { _ in throw DatabaseError.busy(path: "library.sqlite") }
    },
    state("denied", typical) {
      $0.speechClient.engineStatus = {
        SpeechEngineStatus(
          authorization: .denied, location: "/opt/engine",
          failure: .engine(
            message: "the speech engine is not set up in /opt/engine",
            hint: "run 'speechmemo setup-engine' to set it up"))
      }
    },
    state(
      "server", #"{"engine": "https://speech.example/v1", "engineKey": "/home/me/key"}"#
    ) {
      $0.speechClient.engineStatus = {
        SpeechEngineStatus(
          authorization: .authorized, engine: TranscriptionEngine(name: "speech.example"),
          location: "https://speech.example/v1", model: "whisper-1",
          models: ["whisper-1", "large-v3"].map { SpeechModel(name: $0, isServed: true) },
          server: SpeechServer(name: "speech.example", isOnThisMachine: false))
      }
    },
    state("devices", typical) { $0.audioPlayer = .simulated() },
    // From a newer version.
    state("newer", #"{"theme": "solarized", "language": "de", "model": "tiny.en"}"#),
  ]

  private static let typical = """
    {"model": "small", "language": "en", "theme": "dark", "vocabulary": ["Zoë", "budget line"]}
    """

  private static func state(
    _ name: String, _ json: String?, memos count: Int = 3,
    change: @escaping (inout DependencyValues) -> Void = { _ in }
  ) -> Preview<SettingsFeature>.StartingState {
    let folder = LibraryFolder(root: URL(fileURLWithPath: "/preview", isDirectory: true))
    return .init(name, SettingsFeature.State()) {
      $0.audioPlayer.devices = { [] }
      $0.libraryFolder = folder
      let files = LockIsolated(json.map { [folder.settings: Data($0.utf8)] } ?? [:])
      $0.defaultFileStorage = .inMemory(fileSystem: files)
      $0.database = .inMemory(memos(count))
      $0.speechClient.engineStatus = {
        SpeechEngineStatus(
          authorization: .authorized,
          engine: TranscriptionEngine(name: "faster-whisper", version: "1.2"),
          location: "/opt/engine", model: "tiny.en", modelLocation: "/opt/model",
          models: [
            SpeechModel(name: "tiny.en", folder: "/opt/model"), SpeechModel(name: "base"),
            SpeechModel(name: "small", folder: "/cache/small"), SpeechModel(name: "large-v3"),
          ])
      }
      change(&$0)
    }
  }

  /// Memos older than any preview's date, each a day older than the last.
  private static func memos(_ count: Int) -> [TranscribedMemo] {
    let titles = ["Ideas for the garden", "会議のメモ 🎙️", "Budget meeting"]
    return (0..<count).map { number in
      let id = UUID(uuidString: "00000000-0000-0000-0000-\(String(100_000_000_000 + number))")
      var recording = Recording.preview(
        id: id.map { Recording.ID($0) } ?? Recording.mock.id,
        title: number < titles.count ? titles[number] : "Memo \(number)",
        date: Date(timeIntervalSince1970: -Double(number) * 86_400))
      if number == 2 { recording.trashedAt = Date(timeIntervalSince1970: -86_400) }
      return TranscribedMemo(recording: recording, transcription: .preview("we agreed"))
    }
  }
}

private func never() async -> SpeechEngineStatus {
  try? await Task.never()
  return SpeechEngineStatus()
}
