import AudioPlayerClient
import ComposableArchitecture
import DatabaseClient
import LibraryFolder
import SharedModels

extension PlaybackFeature {
  private enum CancelID { case play }

  // MARK: Playing

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
      state.isAudioGone = false
      let url = libraryFolder.audioFile(named: state.recording.audio.fileName)
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

  /// Sends the playback position often enough that no word is missed.
  private func sendTime(_ send: Send<Action>) async {
    var last: TimeInterval?
    for await _ in clock.timer(interval: .milliseconds(100)) {
      guard let time = await audioPlayer.currentTime(), time != last
      else { continue }
      last = time
      await send(.timeUpdated(time))
    }
  }

  func seek(to time: TimeInterval, _ state: inout State) -> Effect<Action> {
    state.move(to: min(max(0, time), state.recording.duration / .seconds(1)))
    guard state.mode != .notPlaying
    else { return .none }
    return .run { [time = state.currentTime] _ in await audioPlayer.seek(to: time) }
  }

  // MARK: The transcript

  func load(_ id: Recording.ID) -> Effect<Action> {
    .run { send in
      await send(.transcriptResponse(Result { try await database.transcription(of: id) }))
    }
  }

  /// Shows a transcript that is finished while the memo is open.
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

  // MARK: Editing

  func saveWhatIsEdited(_ state: inout State) -> Effect<Action> {
    guard let editing = state.editing
    else { return .none }
    state.editing = nil
    guard editing.isChanged
    else { return .none }
    switch editing.target {
    case .title:
      state.undoSteps.append(.title(state.recording.title))
      state.$recording.withLock {
        $0.title = editing.field.text.trimmingCharacters(in: .whitespaces)
      }
      return .none

    case .segment(let segment):
      guard
        let edit = state.transcript.loaded?.edit(
          segment: segment, text: editing.field.text, at: now)
      else { return .none }
      state.undoSteps.append(.text(edit))
      return make(edit, &state)
    }
  }

  func undo(_ state: inout State) -> Effect<Action> {
    switch state.undoSteps.popLast() {
    case .text(let edit):
      return make(edit.inverse, &state)

    case .title(let title):
      state.$recording.withLock { $0.title = title }
      return .none

    case nil:
      return .none
    }
  }

  private func make(_ edit: TranscriptionEdit, _ state: inout State) -> Effect<Action> {
    state.apply(edit)
    state.unsavedEdits.append(edit)
    return state.unsavedEdits.count == 1 ? saveNext(state) : .none
  }

  /// Saves one edit after the other: each builds on those before it.
  func saveNext(_ state: State) -> Effect<Action> {
    guard let edit = state.unsavedEdits.first, let id = state.transcript.loaded?.transcription.id
    else { return .none }
    return .run { send in
      await send(
        .saveResponse(
          Result {
            try await database.editTranscription(id: id, with: edit)
            return edit
          }))
    }
  }
}
