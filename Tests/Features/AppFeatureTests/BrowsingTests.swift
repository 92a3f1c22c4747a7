import AppFeature
import AudioFileClient
import ComposableArchitecture
import PlaybackFeature
import SharedModels
import TerminalUI
import Testing

/// A memo that is open while the person is in the list.
@MainActor
struct BrowsingTests {
  private let one = Recording.memo(1, "One")
  private let two = Recording.memo(2, "Two")

  private func opened(
    _ clock: TestClock<Duration> = TestClock(), isWide: Bool = false
  ) async -> TestStoreOf<AppFeature> {
    let store = makeStore(.loaded(two, one)) { $0.continuousClock = clock }
    store.exhaustivity = .off
    if isWide { await store.send(.set(\.isWide, true)) }
    return store
  }

  @Test("A memo that is chosen in the list opens and plays; back leaves it playing")
  func plays() async {
    let store = await opened()
    await store.send(.recordingsList(.delegate(.recordingSelected(one.id))))
    await store.receive(\.path[id: 0].playback.task)
    #expect(store.state.path.last?.playback?.mode == .playing)
    #expect(!store.state.isBrowsing)
    await store.send(.backButtonTapped)
    #expect(store.state.isBrowsing)
    #expect(store.state.path.last?.playback?.mode == .playing)
    #expect(store.state.navigation.path.isEmpty, "the person is in the list")
    await store.send(.playButtonTapped)
    await store.receive(\.path[id: 0].playback.playButtonTapped)
    #expect(store.state.path.last?.playback?.mode == .paused)
    await store.skipInFlightEffects(strict: false)
  }

  @Test("A memo that has ended is closed, where there is no room for it")
  func ends() async {
    let store = await opened()
    await store.send(.recordingsList(.delegate(.recordingSelected(one.id))))
    await store.receive(\.path[id: 0].playback.task)
    await store.send(.backButtonTapped)
    await store.send(\.path[id: 0].playback.playbackFinished.success, true)
    #expect(store.state.path.isEmpty)
    #expect(!store.state.isBrowsing)
    await store.skipInFlightEffects(strict: false)
  }

  @Test("Another memo takes the place of the one that plays")
  func another() async {
    let store = await opened()
    await store.send(.recordingsList(.delegate(.recordingSelected(one.id))))
    await store.receive(\.path[id: 0].playback.task)
    await store.send(.backButtonTapped)
    await store.send(.recordingsList(.delegate(.recordingSelected(two.id))))
    await store.receive(\.path[id: 1].playback.task)
    #expect(store.state.path.compactMap(\.playback?.recording.title) == ["Two"])
    await store.skipInFlightEffects(strict: false)
  }

  @Test("On a wide terminal the chosen memo is shown beside the list, after a moment")
  func preview() async {
    let clock = TestClock()
    let store = await opened(clock, isWide: true)
    await store.send(.recordingsList(.set(\.list, ListState(selection: 1))))
    #expect(store.state.path.isEmpty)
    await clock.advance(by: .milliseconds(150))
    await store.receive(\.previewDebounced)
    #expect(store.state.path.last?.playback?.recording.title == "One")
    #expect(store.state.isBrowsing)
    #expect(store.state.path.last?.playback?.mode == .notPlaying)
    await store.send(.recordingsList(.set(\.list, ListState(selection: 0))))
    await clock.advance(by: .milliseconds(150))
    await store.receive(\.previewDebounced)
    #expect(store.state.path.compactMap(\.playback?.recording.title) == ["Two"])
    await store.send(.memoPressed)
    #expect(!store.state.isBrowsing)
    await store.send(.backButtonTapped)
    #expect(store.state.isBrowsing && store.state.path.count == 1, "it stays beside the list")
    await store.skipInFlightEffects(strict: false)
  }

  @Test("Space plays the chosen memo, and the person stays in the list")
  func space() async {
    let store = await opened()
    await store.send(.recordingsList(.set(\.list, ListState(selection: 1))))
    await store.send(.playButtonTapped)
    await store.receive(\.path[id: 0].playback.task)
    #expect(store.state.isBrowsing)
    #expect(store.state.playback?.recording.id == one.id && store.state.playback?.mode == .playing)
    await store.send(.playButtonTapped)
    await store.receive(\.path[id: 0].playback.playButtonTapped)
    #expect(store.state.playback?.mode == .paused, "it can go on")
    await store.send(\.path[id: 0].playback.playbackFinished.success, true)
    #expect(store.state.path.isEmpty)
    await store.skipInFlightEffects(strict: false)
  }

  @Test("What cannot be played from the list says why, and is closed")
  func unplayable() async {
    let store = await opened()
    await store.send(.recordingsList(.set(\.list, ListState(selection: 1))))
    await store.send(.playButtonTapped)
    await store.receive(\.path[id: 0].playback.task)
    let error = AudioFileError.missing(path: "/one.wav")
    await store.send(\.path[id: 0].playback.playbackFinished.failure, error)
    await store.receive(\.path[id: 0].playback.delegate.autoplayFailed)
    #expect(store.state.notice == "The memo cannot be played: \(error)")
    #expect(store.state.path.isEmpty && !store.state.isBrowsing)
    await store.skipInFlightEffects(strict: false)
  }

  @Test("One that cannot go on shows its alert in front of the list")
  func interrupted() async {
    let store = await opened()
    await store.send(.recordingsList(.set(\.list, ListState(selection: 1))))
    await store.send(.playButtonTapped)
    await store.receive(\.path[id: 0].playback.task)
    for _ in 1...2 {
      await store.send(.playButtonTapped)
      await store.receive(\.path[id: 0].playback.playButtonTapped)
    }
    await store.send(
      \.path[id: 0].playback.playbackFinished.failure, AudioFileError.missing(path: "/one.wav"))
    #expect(store.state.playback?.destination?.alert != nil && !store.state.isBrowsing)
    await store.skipInFlightEffects(strict: false)
  }
}
