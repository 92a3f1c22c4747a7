public import ComposableArchitecture
import PlaybackFeature
public import SharedModels

extension AppFeature {
  /// What to do with an open memo once its edits are saved.
  public enum CloseRequest: Equatable, Sendable {
    case close(StackElementID)
    case delete(StackElementID)
    /// Opens another memo in its place.
    case replace(StackElementID, OpenRequest)

    var id: StackElementID {
      switch self {
      case .close(let id), .delete(let id), .replace(let id, _): id
      }
    }
  }

  /// What a person has typed is saved before its memo is closed: closing ends all its effects.
  func closeMemo(_ state: inout State) {
    guard let id = state.path.ids.last, let playback = state.path.last?.playback
    else { return }
    if !playback.hasUnsavedEdits {
      state.path.removeLast()
    } else {
      state.closeRequest = .close(id)
    }
  }

  /// Puts the open memo into the trash, once all that was typed into it is saved.
  func deleteMemo(_ state: inout State) -> Effect<Action> {
    guard let id = state.path.ids.last, let playback = state.path.last?.playback
    else { return .none }
    guard !playback.hasUnsavedEdits
    else {
      state.closeRequest = .delete(id)
      return .none
    }
    let recording = playback.recording
    // `followUp(_:)` closes it once it has left the library.
    return .merge(
      .send(.recordingsList(.deletionRequested(recording.id))),
      notify("'\(recording.title)' is in the trash. Press u in the list to undo.", &state))
  }

  func performCloseRequest(of id: StackElementID, _ state: inout State) -> Effect<Action> {
    guard !state.isShuttingDown, let request = state.closeRequest, request.id == id
    else { return .none }
    state.closeRequest = nil
    switch request {
    case .close:
      state.path.pop(from: id)
      return .none

    case .delete:
      return deleteMemo(&state)

    case .replace(_, let request):
      return openMemo(request, &state)
    }
  }

  /// A memo whose text could not be saved is not closed: it shows what is wrong. At the end nobody
  /// sees that any more, so that it is reported.
  func dropCloseRequest(of id: StackElementID, after error: any Error, _ state: inout State) {
    if state.closeRequest?.id == id { state.closeRequest = nil }
    guard state.isShuttingDown, let memo = state.path[id: id]?.playback
    else { return }
    state.addShutDownProblem(
      "changes to '\(memo.recording.displayTitle)' could not be saved: \(error)")
  }

  /// What follows from any action: memos that have left the library are closed, and the place in
  /// the app is stored.
  func followUp(_ state: inout State) -> Effect<Action> {
    switch state.phase {
    case .loading:
      return .none

    case .shuttingDown:
      return state.hasPendingWork ? .none : .cancel(id: CancelID.pendingWork)

    case .running:
      var effect = Effect<Action>.none
      if let gone = state.goneMemo {
        let id = state.path[id: gone]?.playback?.recording.id
        let hasTyped = state.unsavedTexts.contains { $0.recordingID == id }
        state.path.pop(from: gone)
        if hasTyped || state.notice == nil, !state.isBrowsing {
          effect = notify(
            "The memo you had open was removed from the library."
              + (hasTyped ? " Restore the memo to get your unsaved text back." : ""), &state)
        }
      }
      effect = .merge(effect, followBrowsing(&state))
      if let id = state.closeRequest?.id, !state.path.ids.contains(id) { state.closeRequest = nil }
      let place = state.place
      if place != state.navigation { state.$navigation.withLock { $0 = place } }
      return effect
    }
  }
}

extension AppFeature.State {
  var isShuttingDown: Bool {
    if case .shuttingDown = phase { true } else { false }
  }

  /// The memo that commands apply to: the one that is open, or the one that is chosen in the list.
  public var currentRecording: Recording? {
    if !isBrowsing, let playback = path.last?.playback { return playback.recording }
    guard tab == .memos
    else { return nil }
    return recordingsList.selectedID.flatMap { recordings[id: $0] }
  }

  /// The memos that a command for several applies to: the one that is open, or what is marked or
  /// chosen in the list.
  var targetIDs: [Recording.ID] {
    if !isBrowsing, let playback = path.last?.playback { return [playback.recording.id] }
    return tab == .memos ? recordingsList.targetIDs : []
  }

  /// Where the person is. While a memo is played, to ten seconds: it is not written for each word.
  var place: Navigation {
    Navigation(
      path: (isBrowsing ? [] : Array(path)).compactMap { screen in
        screen.playback.map { memo in
          Navigation.OpenMemo(
            id: memo.recording.id,
            time: memo.mode == .playing
              ? (memo.currentTime / 10).rounded(.down) * 10 : memo.currentTime)
        }
      },
      tab: tab)
  }

  /// The first memo on the path that is not in the library any more. One whose text is in the
  /// person's own editor stays until that comes back: to close it would end the editor.
  fileprivate var goneMemo: StackElementID? {
    zip(path.ids, path).first { _, screen in
      screen.playback.map {
        !$0.isInEditor && recordings.index(id: $0.recording.id) == nil
      } ?? false
    }?.0
  }
}
