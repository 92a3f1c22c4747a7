import ComposableArchitecture
import PlaybackFeature
import SharedModels
import Tagged

/// A memo that is open while the person is in the tabs: one that goes on playing, or that is shown
/// beside the list.
extension AppFeature {
  /// How long a memo is chosen before it is shown beside the list.
  static let previewDebounce = Duration.milliseconds(150)

  /// Goes back to the tabs. A memo that plays goes on, and one that is shown beside the list stays.
  func leaveMemo(_ state: inout State) {
    guard let playback = state.path.last?.playback
    else { return }
    if state.isWide || playback.mode == .playing {
      state.isBrowsing = true
    } else {
      closeMemo(&state)
    }
  }

  /// Plays or pauses the open memo; where none is open, plays the chosen one.
  func play(_ state: inout State) -> Effect<Action> {
    if let id = state.path.ids.last {
      return .send(.path(.element(id: id, action: .playback(.playButtonTapped))))
    }
    return state.currentRecording.map {
      openMemo(OpenRequest($0.id, isPlayed: true, isBrowsing: true), &state)
    } ?? .none
  }

  /// Shows the chosen memo beside the list, unless another one plays there.
  func previewSelected(_ state: inout State) -> Effect<Action> {
    guard let id = state.recordingToPreview
    else { return .none }
    return openMemo(OpenRequest(id, isBrowsing: true), &state)
  }

  /// What follows from any action: what is chosen is shown beside the list, and a memo that has ended
  /// is closed where there is no room for it.
  func followBrowsing(_ state: inout State) -> Effect<Action> {
    if state.path.last?.playback?.mode != .notPlaying { state.memoToPlay = nil }
    if state.path.isEmpty {
      state.isBrowsing = false
    } else if state.isBrowsing, !state.isWide, let id = state.path.ids.last,
      let playback = state.path.last?.playback, playback.mode == .notPlaying,
      id != state.memoToPlay, !playback.hasUnsavedEdits, state.closeRequest == nil
    {
      // What it has to say is read first.
      if playback.alert == nil { state.path.pop(from: id) }
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
  /// The memo that is to be shown beside the list and is not yet.
  fileprivate var recordingToPreview: Recording.ID? {
    guard isWide, phase == .running, tab == .memos, destination == nil, closeRequest == nil,
      path.isEmpty || isBrowsing, let id = recordingsList.selectedID
    else { return nil }
    guard let playback = path.last?.playback
    else { return id }
    return playback.mode == .notPlaying && playback.recording.id != id ? id : nil
  }

  /// The memo that plays, or could go on, while the person is elsewhere.
  var backgroundMemo: PlaybackFeature.State? {
    guard isBrowsing, let playback = path.last?.playback, playback.mode != .notPlaying
    else { return nil }
    return playback
  }
}
