import AudioFileClient
import AudioRecorderClient
import ComposableArchitecture
import DatabaseClient
import LibraryFolder
import RecordMemoFeature
import RecordingCore
import SharedModels
import SharedSettings
import SpeechClient
import Testing

@MainActor
struct SettingsTests {
  private let settings = Settings(language: "de", model: "small", vocabulary: ["Zoë"])
  private let asked = TranscriptionSettings(beamSize: 1, language: "de", vocabulary: "Zoë")

  @Test("Live text uses the library's settings")
  func liveText() async {
    @Shared(.settings) var shared
    $shared.withLock { $0 = settings }
    let requests = LockIsolated<[TranscriptionRequest]>([])
    var state = RecordMemoFeature.State()
    state.recordingMemo = RecordingMemo(
      date: Date(timeIntervalSince1970: 0), url: URL(filePath: "/drafts/recording-1.flac"))
    let store = TestStore(initialState: state) {
      RecordMemoFeature()
    } withDependencies: {
      $0.audioRecorder.samples = { .finished() }
      $0.speechClient.startTask = { request in
        requests.withLock { $0.append(request) }
        return .finished()
      }
    }
    await store.send(.speechRecognizerAuthorizationStatusResponse(.authorized))
    await store.finish()
    #expect(requests.value.map(\.model) == ["small"])
    #expect(requests.value.map(\.settings) == [asked])
  }

  @Test("A recording's transcription uses the library's settings")
  func transcript() async throws {
    let folder = LibraryFolder(
      root: FileManager.default.temporaryDirectory.appending(component: "memos-\(UUID())"))
    defer { try? FileManager.default.removeItem(at: folder.root) }
    let database = DatabaseClient.inMemory()
    try await withDependencies {
      $0.audioFile.checksum = { _ in StoredAudio(byteCount: 4, sha256: "abcd") }
      $0.audioFile.probe = { _ in
        AudioFileInfo(
          byteCount: 4, channelCount: 1, duration: .seconds(2), format: .flac, sampleRate: 16000)
      }
      $0.database = database
      $0.date = .constant(Date(timeIntervalSince1970: 5))
      $0.libraryFolder = folder
      $0.uuid = .incrementing
    } operation: {
      @Shared(.settings) var shared
      $shared.withLock { $0 = settings }
      let recordingFiles = RecordingFilesClient.liveValue
      let file = try await recordingFiles.newFile()
      try Data("FLAC".utf8).write(to: file)
      _ = try await recordingFiles.save(
        audio: RecordedAudio(date: Date(timeIntervalSince1970: 1), file: file, title: "Memo"))
    }
    let jobs = try await database.jobs.list()
    #expect(jobs.map(\.model) == ["small"])
    #expect(jobs.map(\.settings) == [asked])
  }
}
