import AppFeature
import AudioFileClient
import ComposableArchitecture
import SharedModels
import TerminalUI
import Testing

@testable import PlaybackFeature

/// A memo that is open while the person is in the list.
@MainActor
struct BrowsingTests {
  private let one = Recording.memo(1, "One")
  private let two = Recording.memo(2, "Two")

  private func opened(
    _ clock: TestClock<Duration> = TestClock(), isWide: Bool = false
  ) async -> TestStoreOf<AppFeature> {
    let store = makeStore(.loaded(two, one)) { $0.continuousClock = clock }
    if isWide { await store.send(.set(\.isWide, true)) { $0.isWide = true } }
    return store
  }

  @Test("A memo selected in the list opens and plays; it continues playing after going back")
  func plays() async {
    let store = await opened()
    await play(one, in: store)
    await goBack(in: store)
    #expect(store.state.navigation.path.isEmpty, "the person is in the list")
    await playOrPause(.paused, in: store)
    await store.skipInFlightEffects(strict: false)
  }

  @Test("A deleted memo closes when there is no room to show it")
  func ends() async {
    let store = await opened()
    await play(one, in: store)
    await goBack(in: store)
    await store.send(\.path[id: 0].playback.playbackFinished.success, true) {
      $0.isBrowsing = false
      $0.path = StackState()
    }
  }

  @Test("Playing another memo replaces the current one")
  func another() async {
    let store = await opened()
    await play(one, in: store)
    await goBack(in: store)
    await play(two, id: 1, in: store)
    #expect(store.state.path.compactMap(\.playback?.recording.title) == ["Two"])
    await store.skipInFlightEffects(strict: false)
  }

  @Test("On a wide terminal the selected memo is shown beside the list after a delay")
  func preview() async {
    let clock = TestClock()
    let store = await opened(clock, isWide: true)
    for (id, recording) in [one, two].enumerated() {
      let id = StackElementID(integerLiteral: id)
      await select(recording, in: store)
      await clock.advance(by: .milliseconds(150))
      await store.receive(\.previewDebounced) {
        $0.isBrowsing = true
        $0.path = StackState()
        $0.open(recording, id: id)
        $0.note([])
      }
      await store.receive(\.path[id: id].playback.task)
      await receiveTranscript(id: id, in: store)
    }
    await store.send(.memoPressed) {
      $0.isBrowsing = false
      $0.note([.init(id: two.id, time: 0)])
    }
    // It stays beside the list.
    await goBack(in: store)
    await store.skipInFlightEffects(strict: false)
  }

  @Test("Space plays the selected memo, and the focus stays in the list")
  func space() async {
    let store = await opened()
    await select(one, in: store)
    await play(one, isBrowsing: true, in: store)
    await playOrPause(.paused, in: store)
    await store.send(\.path[id: 0].playback.playbackFinished.success, true) {
      $0.isBrowsing = false
      $0.path = StackState()
    }
  }

  @Test("A memo that cannot play from the list shows the reason and closes")
  func unplayable() async {
    let store = await opened()
    await select(one, in: store)
    await play(one, isBrowsing: true, in: store)
    let error = AudioFileError.missing(path: "/one.wav")
    await store.send(\.path[id: 0].playback.playbackFinished.failure, error) {
      $0.path[id: 0, case: \.playback]?.isAudioMissing = true
      $0.path[id: 0, case: \.playback]?.mode = .notPlaying
    }
    await store.receive(\.path[id: 0].playback.delegate.autoplayFailed) {
      $0.isBrowsing = false
      $0.notice = "The memo cannot be played: \(error)"
      $0.path = StackState()
    }
    await store.skipInFlightEffects(strict: false)
  }

  @Test("A memo that cannot continue shows its alert over the list")
  func interrupted() async {
    let store = await opened()
    await select(one, in: store)
    await play(one, isBrowsing: true, in: store)
    await playOrPause(.paused, in: store)
    await playOrPause(.playing, in: store)
    await store.send(
      \.path[id: 0].playback.playbackFinished.failure, AudioFileError.missing(path: "/one.wav")
    ) {
      $0.isBrowsing = false
      $0.path[id: 0]?.modify(\.playback) {
        $0.destination = .alert(.audioMissing)
        $0.isAudioMissing = true
        $0.mode = .notPlaying
      }
      $0.note([.init(id: one.id, time: 0)])
    }
    await store.skipInFlightEffects(strict: false)
  }

  /// Opens and plays the selected memo.
  private func play(
    _ recording: Recording, id: StackElementID = 0, isBrowsing: Bool = false,
    in store: TestStoreOf<AppFeature>
  ) async {
    await withMainSerialExecutor {
      await store.send(
        isBrowsing
          ? .playButtonTapped : .recordingsList(.delegate(.recordingSelected(recording.id)))
      ) {
        $0.isBrowsing = isBrowsing
        $0.path = StackState()
        $0.open(recording, id: id)
        $0.path[id: id, case: \.playback]?.isAutoplaying = true
        if isBrowsing { $0.note([]) }
      }
      await store.receive(\.path[id: id].playback.task) {
        $0.path[id: id, case: \.playback]?.mode = .playing
      }
      await store.receive(\.path[id: id].playback.delegate.playbackStarted)
      await receiveTranscript(id: id, in: store)
    }
  }

  private func goBack(in store: TestStoreOf<AppFeature>) async {
    await store.send(.backButtonTapped) {
      $0.isBrowsing = true
      $0.note([])
    }
  }

  private func receiveTranscript(id: StackElementID, in store: TestStoreOf<AppFeature>) async {
    await store.receive(\.path[id: id].playback.transcriptResponse.success) {
      $0.path[id: id, case: \.playback]?.transcript = .missing
    }
  }

  private func playOrPause(
    _ mode: PlaybackFeature.Mode, in store: TestStoreOf<AppFeature>
  ) async {
    await store.send(.playButtonTapped)
    await store.receive(\.path[id: 0].playback.playButtonTapped) {
      $0.path[id: 0, case: \.playback]?.isAutoplaying = false
      $0.path[id: 0, case: \.playback]?.mode = mode
    }
  }

  private func select(_ recording: Recording, in store: TestStoreOf<AppFeature>) async {
    let row = store.state.recordingsList.rows.firstIndex(of: recording.id)
    await store.send(.recordingsList(.set(\.list, ListState(selection: row)))) {
      $0.select(recording)
    }
  }
}
