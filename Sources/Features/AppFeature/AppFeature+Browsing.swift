import ComposableArchitecture
import PlaybackFeature
import SharedModels

/// An open memo while the user is in the tabs: it keeps playing, or is shown beside the list.
extension AppFeature {
  static let previewDebounce = Duration.milliseconds(150)

  func leaveMemo(_ state: inout State) {
    guard let playback = state.path.last?.playback
    else { return }
    if state.isWide || playback.mode == .playing {
      state.isBrowsing = true
    } else {
      closeMemo(&state)
    }
  }

  func play(_ state: inout State) -> Effect<Action> {
    if let id = state.path.ids.last {
      return .send(.path(.element(id: id, action: .playback(.playButtonTapped))))
    }
    return state.currentRecording.map {
      openMemo(OpenRequest($0.id, startsPlayback: true, isBrowsing: true), &state)
    } ?? .none
  }

  func previewSelected(_ state: inout State) -> Effect<Action> {
    guard let id = state.recordingToPreview
    else { return .none }
    return openMemo(OpenRequest(id, isBrowsing: true), &state)
  }

  func followBrowsing(_ state: inout State) -> Effect<Action> {
    if state.path.isEmpty {
      state.isBrowsing = false
    } else if state.isBrowsing, !state.isWide, let id = state.path.ids.last,
      let playback = state.path.last?.playback, playback.mode == .notPlaying,
      !playback.isAutoplaying, !playback.hasUnsavedEdits, state.closeRequest == nil
    {
      // Its alert must be read before it closes.
      if playback.destination?.alert == nil { state.path.pop(from: id) }
      state.isBrowsing = false
    }
    guard state.recordingToPreview != nil
    else { return .none }
    return .run { send in
      try await clock.sleep(for: Self.previewDebounce)
      await send(.previewDebounced)
    }
    .cancellable(id: CancelID.preview, cancelInFlight: true)
  }
}

extension AppFeature.State {
  fileprivate var recordingToPreview: Recording.ID? {
    guard isWide, phase == .running, tab == .memos, destination == nil, closeRequest == nil,
      path.isEmpty || isBrowsing, let id = recordingsList.selectedID
    else { return nil }
    guard let playback = path.last?.playback
    else { return id }
    return playback.mode == .notPlaying && playback.recording.id != id ? id : nil
  }

  var backgroundMemo: PlaybackFeature.State? {
    guard isBrowsing, let playback = path.last?.playback, playback.mode != .notPlaying
    else { return nil }
    return playback
  }
}
