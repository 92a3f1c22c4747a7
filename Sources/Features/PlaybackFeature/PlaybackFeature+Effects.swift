import AudioFileClient
import AudioPlayerClient
public import ComposableArchitecture
import ComposableTerminal
import DatabaseClient
import LibraryFolder
import SharedModels
import Styleguide

extension PlaybackFeature {
  private enum CancelID { case play, waveform }

  func playOrPause(_ state: inout State) -> Effect<Action> {
    switch state.mode {
    case .playing:
      state.mode = .paused
      return .run { _ in await audioPlayer.pause() }

    case .paused:
      state.mode = .playing
      return .run { _ in await audioPlayer.resume() }

    case .notPlaying:
      state.mode = .playing
      state.isAudioMissing = false
      let url = libraryFolder.audioFile(named: state.recording.audio.fileName)
        .audioTrack(state.transcript.loaded?.transcription.settings.track)
      return .run {
        [skips = state.skipsSilence, speed = state.speed, time = state.currentTime] send in
        await send(.delegate(.playbackStarted))
        await audioPlayer.setSkipsSilence(skips)
        await audioPlayer.setSpeed(speed)
        let result = await withTaskGroup(of: Void.self) { group in
          group.addTask { await sendTime(send) }
          let result = await Result { try await audioPlayer.playFrom(url: url, time: time) }
          // The last position has to be sent before the end.
          group.cancelAll()
          return result
        }
        await send(.playbackFinished(result))
      }
      .cancellable(id: CancelID.play, cancelInFlight: true)
    }
  }

  public func pause(_ state: inout State) -> Effect<Action> {
    state.mode == .playing ? playOrPause(&state) : .none
  }

  func playSelectedWord(_ state: inout State) -> Effect<Action> {
    guard let index = state.selectedWordIndex,
      let words = state.transcript.loaded?.transcription.words, words.indices.contains(index)
    else { return .none }
    state.selectedWordIndex = nil
    state.isAutoplaying = false
    let effect = play(from: words[index].start / .seconds(1), &state)
    // Needed if the word begins between two milliseconds.
    state.currentWordIndex = index
    return effect
  }

  func endPlayback(_ result: Result<Bool, any Error>, _ state: inout State) -> Effect<Action> {
    state.mode = .notPlaying
    switch result {
    case .failure(let error):
      if case AudioFileError.missing? = error as? AudioFileError {
        state.isAudioMissing = true
      }
      guard !state.isAutoplaying
      else { return .send(.delegate(.autoplayFailed(error))) }
      state.destination = .alert(
        state.isAudioMissing ? .audioMissing : .playbackFailed(error))
      return .none

    case .success(let reachedEnd):
      state.isAutoplaying = false
      if reachedEnd { state.move(to: 0) }
      return .none
    }
  }

  /// Sends the position often enough that no word is missed.
  private func sendTime(_ send: Send<Action>) async {
    var last: TimeInterval?
    for await _ in clock.timer(interval: .milliseconds(100)) {
      guard let time = await audioPlayer.currentTime(), time != last
      else { continue }
      last = time
      await send(.timeUpdated(time))
    }
  }

  func play(from time: TimeInterval, _ state: inout State) -> Effect<Action> {
    let effect = seek(to: time, &state)
    return state.mode == .playing ? effect : .concatenate(effect, playOrPause(&state))
  }

  public func seek(to time: TimeInterval, _ state: inout State) -> Effect<Action> {
    state.scroll = nil
    state.move(to: min(max(0, time), state.recording.duration / .seconds(1)))
    return movePlayer(&state)
  }

  func movePlayer(_ state: inout State) -> Effect<Action> {
    guard state.mode != .notPlaying, !state.isSeeking
    else { return .none }
    state.isSeeking = true
    return .run { [time = state.currentTime] send in
      await audioPlayer.seek(to: time)
      await send(.seekEnded(time))
    }
  }

  func load(_ id: Recording.ID) -> Effect<Action> {
    .respond(with: Action.transcriptResponse) { try await database.transcription(of: id) }
  }

  /// Reads the waveform, for about as many columns as a wide terminal has.
  func loadWaveform(_ recording: Recording, track: Int? = nil) -> Effect<Action> {
    let url = libraryFolder.audioFile(named: recording.audio.fileName).audioTrack(track)
    return .run { send in
      // An unreadable file is reported when it is played.
      guard let peaks = try? await audioFile.peaks(of: url, count: 200), !peaks.isEmpty
      else { return }
      // Each column of a long recording has a loud sample, so peaks would draw a block.
      let levels = peaks.map(\.rms)
      let loudest = levels.max() ?? 0
      // Normalized, so that quiet speech is visible, too.
      await send(
        .waveformResponse(Waveform(levels: loudest > 0 ? levels.map { $0 / loudest } : levels)))
    }
    .cancellable(id: CancelID.waveform, cancelInFlight: true)
  }

  func followTranscription(of recording: Shared<Recording>) -> Effect<Action> {
    .run { send in
      var last: TranscriptionState?
      for await recording in recording.values where recording.transcription != last {
        defer { last = recording.transcription }
        guard last != nil, recording.transcription == .done
        else { continue }
        await send(
          .transcriptResponse(Result { try await database.transcription(of: recording.id) }))
      }
    }
  }
}
