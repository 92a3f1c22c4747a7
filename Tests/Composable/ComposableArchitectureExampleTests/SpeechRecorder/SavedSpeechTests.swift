import ComposableArchitecture
import DependenciesTestSupport
import Foundation
import Testing

@MainActor
@Suite(.dependencies)
struct SavedSpeechTests {
  init() { uncheckedUseMainSerialExecutor = true }

  @Test("SR-02 SR-05 SR-10 A recording that is deleted leaves the shared file")
  func delete() async throws {
    let recording = SavedSpeech.preview()
    @Shared(.savedSpeeches) var recordings: IdentifiedArrayOf<SavedSpeech> = [recording]
    let store = TestStore(initialState: SavedSpeechList.State()) { SavedSpeechList() }
    await store.send(.deleteRecordings(IndexSet(integer: 0))) {
      $0.$recordings.withLock { _ = $0.remove(id: recording.id) }
    }
    #expect(recordings.isEmpty)
    @Dependency(\.defaultFileStorage) var files
    let url = URL.documentsDirectory.appending(component: "recordings.json")
    let data = try #require(try files.read(url).data)
    #expect(try JSONDecoder().decode([SavedSpeech].self, from: data) == [])
  }

  @Test("SR-09 A selected recording is passed on as shared; a deleted one is not")
  func select() async throws {
    let recording = SavedSpeech.preview()
    @Shared(.savedSpeeches) var recordings = [recording]
    let store = TestStore(initialState: SavedSpeechList.State()) { SavedSpeechList() }
    await store.send(.selectRecording(SavedSpeech(id: UUID(1))))
    let shared = try #require(Shared($recordings[id: recording.id]))
    await store.send(.selectRecording(recording)) {
      $0.playback = SavedSpeechPlayer.State(recording: shared)
    }
    await store.send(.playback(.presented(.titleChanged("Evening")))) {
      $0.playback?.$recording.withLock { $0.title = "Evening" }
    }
    #expect(recordings[id: recording.id]?.title == "Evening")
    #expect(store.state.recordings.first?.title == "Evening")
  }

  @Test("SR-07 SR-11 Playback shows a recording of the list, or one created by a test")
  func play() async throws {
    @Shared(.savedSpeeches) var recordings = [.preview()]
    let shared = try #require(Shared($recordings[id: SavedSpeech.preview().id]))
    for recording in [shared, Shared(value: .preview())] {
      let store = TestStore(initialState: SavedSpeechPlayer.State(recording: recording)) {
        SavedSpeechPlayer()
      }
      await store.send(.timeUpdated(0.5)) { $0.currentTime = 0.5 }
      await store.send(.timeUpdated(1.5)) {
        $0.currentTime = 1.5
        $0.currentWordIndex = 0
      }
    }
  }

  @Test("SR-12 A deletion that is confirmed in an alert goes through the key of the list")
  func deleteByAlert() async throws {
    let recording = SavedSpeech.preview()
    @Shared(.savedSpeeches) var recordings = [recording]
    let shared = try #require(Shared($recordings[id: recording.id]))
    let store = TestStore(
      initialState: SavedSpeechList.State(playback: SavedSpeechPlayer.State(recording: shared))
    ) {
      SavedSpeechList()
    }
    await store.send(.playback(.presented(.deleteButtonTapped))) {
      $0.playback?.destination = .alert(.deleteRecording)
    }
    await store.send(
      .playback(.presented(.destination(.presented(.alert(.confirmDeletion)))))
    ) {
      $0.$recordings.withLock { $0 = [] }
      $0.playback?.destination = nil
    }
    await store.receive(\.playback.dismiss) { $0.playback = nil }
    #expect(recordings.isEmpty)
  }
}
