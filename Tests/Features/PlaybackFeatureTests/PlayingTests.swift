import AudioFileClient
import AudioPlayerClient
import ComposableArchitecture
import DatabaseClient
import LibraryFolder
import PlaybackFeature
import SharedModels
import Testing

@Suite("Playback: audio")
@MainActor
struct PlayingTests {
  private let clock = TestClock()

  private func store(
    at time: TimeInterval = 0,
    withDependencies prepare: (inout DependencyValues) -> Void = { _ in }
  ) -> TestStoreOf<PlaybackFeature> {
    TestStore(initialState: .loaded(at: time)) {
      PlaybackFeature()
    } withDependencies: {
      $0.audioFile.peaks = { _, _ in [] }
      $0.audioPlayer = .simulated(duration: .seconds(11))
      $0.continuousClock = clock
      prepare(&$0)
    }
  }

  @Test("SR-06 SR-07 The word at a time is found; times between words have none")
  func time() async {
    let store = store()
    await store.send(.timeUpdated(0.4)) { $0.currentTime = 0.4 }
    await store.send(.timeUpdated(0.5)) {
      $0.currentTime = 0.5
      $0.currentWordIndex = 0
    }
    await store.send(.timeUpdated(2.5)) {
      $0.currentTime = 2.5
      $0.currentWordIndex = nil
    }
    await store.send(.timeUpdated(4.2)) {
      $0.currentTime = 4.2
      $0.currentWordIndex = 8
    }
  }

  @Test("SR-07 A memo without a transcript has no word at any time")
  func timeWithoutText() async {
    let store = TestStore(
      initialState: PlaybackFeature.State(recording: Shared(value: .mock))
    ) {
      PlaybackFeature()
    }
    await store.send(.timeUpdated(0.5)) { $0.currentTime = 0.5 }
  }

  @Test("VM-12 A memo plays, pauses and resumes, and its time is updated")
  func playAndPause() async {
    let store = store()
    await store.send(.playButtonTapped) { $0.mode = .playing }
    await store.receive(\.delegate.playbackStarted)
    await clock.advance(by: .milliseconds(100))
    await store.receive(\.timeUpdated) { $0.currentTime = 0.05 }
    await clock.advance(by: .milliseconds(100))
    await store.receive(\.timeUpdated) { $0.currentTime = 0.05 + 0.05 + 0.05 }
    await store.send(.playButtonTapped) { $0.mode = .paused }
    await clock.advance(by: .milliseconds(300))
    await store.receive(\.timeUpdated) { $0.currentTime = 0.2 }
    await store.send(.playButtonTapped) { $0.mode = .playing }
    await store.skipInFlightEffects()
  }

  @Test("VM-12 A memo that played to its end starts over")
  func end() async {
    let store = store {
      $0.audioPlayer.playFrom = { _, _ in true }
    }
    await store.send(.timeUpdated(3.3)) {
      $0.currentTime = 3.3
      $0.currentWordIndex = 5
    }
    await store.send(.playButtonTapped) { $0.mode = .playing }
    await store.receive(\.delegate.playbackStarted)
    await store.receive(\.playbackFinished.success) {
      $0.mode = .notPlaying
      $0.currentTime = 0
      $0.currentWordIndex = nil
    }
  }

  @Test("VM-12 Playing another memo stops this one at its position")
  func interrupted() async {
    let store = store(at: 2.5) {
      $0.audioPlayer.playFrom = { _, _ in false }
    }
    await store.send(.playButtonTapped) { $0.mode = .playing }
    await store.receive(\.delegate.playbackStarted)
    await store.receive(\.playbackFinished.success) { $0.mode = .notPlaying }
  }

  @Test("Playback starts at the memo's position and the selected speed")
  func request() async {
    let asked = LockIsolated<[String]>([])
    let store = store(at: 2.5) {
      $0.libraryFolder = LibraryFolder(root: URL(filePath: "/library"))
      $0.audioPlayer.playFrom = { url, time in
        asked.withValue { $0.append("\(url.path) \(time)") }
        return false
      }
      $0.audioPlayer.setSkipsSilence = { skips in asked.withValue { $0.append("skips \(skips)") } }
      $0.audioPlayer.setSpeed = { speed in asked.withValue { $0.append("speed \(speed)") } }
    }
    await store.send(.speedButtonTapped(by: 2)) { $0.speed = 1.5 }.finish()
    await store.send(.skipSilenceButtonTapped) { $0.skipsSilence = true }.finish()
    #expect(asked.value == ["speed 1.5", "skips true"])
    asked.setValue([])
    await store.send(.playButtonTapped) { $0.mode = .playing }
    await store.receive(\.delegate.playbackStarted)
    await store.receive(\.playbackFinished.success) { $0.mode = .notPlaying }
    #expect(
      asked.value == [
        "skips true", "speed 1.5", "/library/audio/\(Recording.mock.audio.fileName) 2.5",
      ])
  }

  @Test("The speed stops at its minimum and maximum")
  func speeds() async {
    let store = store()
    await store.send(.speedButtonTapped(by: 99)) { $0.speed = 3 }
    await store.send(.speedButtonTapped(by: 1))
    await store.send(.speedButtonTapped(by: -99)) { $0.speed = 0.5 }
    await store.send(.speedButtonTapped(by: 1)) { $0.speed = 0.75 }
    #expect(AudioPlayerClient.speeds.allSatisfy(AudioPlayerClient.speedRange.contains))
    await store.finish()
  }

  @Test("Seeking stays within the memo and moves playback")
  func seek() async {
    let sought = LockIsolated<[TimeInterval]>([])
    let store = store {
      $0.audioPlayer.seek = { time in sought.withValue { $0.append(time) } }
    }
    await store.send(.seekButtonTapped(by: 4)) {
      $0.currentTime = 4
      $0.currentWordIndex = 8
    }
    #expect(sought.value == [], "nothing is played")
    await store.send(.playButtonTapped) { $0.mode = .playing }
    await store.receive(\.delegate.playbackStarted)
    await store.send(.seekButtonTapped(by: 20)) {
      $0.currentTime = 11
      $0.currentWordIndex = nil
      $0.isSeeking = true
    }
    await store.receive(\.seekEnded) { $0.isSeeking = false }
    await store.send(.seekButtonTapped(by: -20)) {
      $0.currentTime = 0
      $0.isSeeking = true
    }
    await store.receive(\.seekEnded) { $0.isSeeking = false }
    #expect(sought.value == [11, 0])
    await store.skipInFlightEffects()
  }

  @Test("Quick seeks add up, even if the player is slow and still sends old times")
  func quickSeeks() async {
    let sought = LockIsolated<[TimeInterval]>([])
    let (gate, open) = AsyncStream<Void>.makeStream()
    let store = store {
      $0.audioPlayer.seek = { time in
        for await _ in gate { break }
        sought.withValue { $0.append(time) }
      }
    }
    await store.send(.playButtonTapped) { $0.mode = .playing }
    await store.receive(\.delegate.playbackStarted)
    await store.send(.seekButtonTapped(by: 4)) {
      $0.currentTime = 4
      $0.currentWordIndex = 8
      $0.isSeeking = true
    }
    await store.send(.timeUpdated(0.1))
    await store.send(.seekButtonTapped(by: 4)) {
      $0.currentTime = 8
      $0.currentWordIndex = nil
    }
    await store.send(.seekButtonTapped(by: 2)) { $0.currentTime = 10 }
    open.yield()
    await store.receive(\.seekEnded, 4)
    open.yield()
    await store.receive(\.seekEnded, 10) { $0.isSeeking = false }
    #expect(sought.value == [4, 10])
    await store.skipInFlightEffects()
  }

  @Test("A memo without its audio shows the reason, and play tries again")
  func gone() async {
    let store = store {
      $0.audioPlayer.playFrom = { url, _ in throw AudioFileError.missing(path: url.path) }
    }
    for _ in 1...2 {
      await store.send(.playButtonTapped) {
        $0.isAudioMissing = false
        $0.mode = .playing
      }
      await store.receive(\.delegate.playbackStarted)
      await store.receive(\.playbackFinished.failure) {
        $0.destination = .alert(
          AlertState {
            TextState("This memo's audio file is missing.")
          } actions: {
            ButtonState(role: .cancel) { TextState("OK") }
          } message: {
            TextState(
              "It is not in the library folder. You can still read and edit the transcript.")
          })
        $0.isAudioMissing = true
        $0.mode = .notPlaying
      }
      await store.send(.destination(.dismiss)) { $0.destination = nil }
    }
  }

  @Test(
    "VM-12 Failed playback shows the reason in an alert",
    arguments: [
      (AudioPlayerClient.Failure.deviceLost, "The playback device was disconnected."),
      (AudioPlayerClient.Failure.serverLost, "The sound server stopped."),
      (
        AudioPlayerClient.Failure.unavailable(.noServer(reason: "")),
        "Cannot connect to a sound server."
      ),
      (AudioPlayerClient.Failure.unavailable(.denied), "The sound server refused the connection."),
      (AudioPlayerClient.Failure.unavailable(.noDevice), "No playback device found."),
      (
        AudioPlayerClient.Failure.unavailable(.deviceMissing(id: "usb")),
        "No playback device found."
      ),
      (
        AudioPlayerClient.Failure.unplayable(reason: "no"),
        "The playback device cannot play this audio."
      ),
      (
        AudioFileError.damaged(path: "/a.wav", format: "WAV"),
        "This memo's audio cannot be read."
      ),
      (CancellationError(), "The memo cannot be played."),
    ] as [(any Error, String)])
  func failure(error: any Error, title: String) async {
    let store = store {
      $0.audioPlayer.playFrom = { _, _ in throw error }
    }
    await store.send(.playButtonTapped) { $0.mode = .playing }
    await store.receive(\.delegate.playbackStarted)
    await store.receive(\.playbackFinished.failure) {
      $0.destination = .alert(
        AlertState {
          TextState(title)
        } actions: {
          ButtonState(role: .cancel) { TextState("OK") }
        } message: {
          TextState("\(error)")
        })
      $0.mode = .notPlaying
    }
  }

  @Test("A memo opened for playback plays at once, and its parent receives errors")
  func autoplay() async {
    var state = PlaybackFeature.State.loaded()
    state.isAutoplaying = true
    let store = makeStore(state) {
      $0.audioPlayer = .simulated(duration: .seconds(11))
      $0.audioPlayer.playFrom = { url, _ in throw AudioFileError.missing(path: url.path) }
      $0.continuousClock = clock
      $0.database.transcription = { _ in .mock }
    }
    await withMainSerialExecutor {
      let task = await store.send(.task) { $0.mode = .playing }
      await store.receive(\.delegate.playbackStarted)
      await store.receive(\.transcriptResponse.success)
      await store.receive(\.playbackFinished.failure) {
        $0.isAudioMissing = true
        $0.mode = .notPlaying
      }
      await store.receive(\.delegate.autoplayFailed)
      await task.cancel()
    }
  }

  @Test("Playback resumes at the selected word")
  func words() async {
    let sought = LockIsolated<[TimeInterval]>([])
    let store = store {
      $0.audioPlayer.seek = { time in sought.withValue { $0.append(time) } }
    }
    await store.send(.wordSelected(by: 1)) { $0.selectedWordIndex = 0 }
    await store.send(.wordSelected(by: 3)) { $0.selectedWordIndex = 3 }
    await store.send(.segmentSelected(by: 1)) { $0.selectedWordIndex = 5 }
    await store.send(.segmentSelected(by: 1))
    await store.send(.wordSelected(by: 99)) { $0.selectedWordIndex = 8 }
    await store.send(.segmentSelected(by: -1)) { $0.selectedWordIndex = 0 }
    await store.send(.wordSelected(by: 4)) { $0.selectedWordIndex = 4 }
    await store.send(.selectedWordButtonTapped) {
      $0.selectedWordIndex = nil
      $0.currentTime = 1.4
      $0.currentWordIndex = 4
      $0.mode = .playing
    }
    await store.receive(\.delegate.playbackStarted)
    await store.send(.selectedWordButtonTapped)
    await store.send(.wordSelected(by: 1)) { $0.selectedWordIndex = 5 }
    await store.send(.selectedWordButtonTapped) {
      $0.selectedWordIndex = nil
      $0.currentTime = 3.2
      $0.currentWordIndex = 5
      $0.isSeeking = true
    }
    await store.receive(\.seekEnded) { $0.isSeeking = false }
    #expect(sought.value == [3.2])
    await store.send(.wordSelected(by: -1)) { $0.selectedWordIndex = 4 }
    await store.send(.cancelButtonTapped) { $0.selectedWordIndex = nil }
    await store.skipInFlightEffects()
  }
}

extension PlaybackFeature.State {
  /// The example memo with its text.
  static func loaded(
    _ recording: Shared<Recording> = Shared(value: .mock), at time: TimeInterval = 0
  ) -> Self {
    var state = Self(recording: recording, currentTime: time)
    state.transcript = .loaded(Transcript(.mock))
    return state
  }
}
