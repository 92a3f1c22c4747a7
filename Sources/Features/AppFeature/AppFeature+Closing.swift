public import ComposableArchitecture
import PlaybackFeature
import RecordingsListFeature
public import SharedModels

extension AppFeature {
  public enum CloseRequest: Equatable, Sendable {
    case close(StackElementID)
    case delete(StackElementID)
    case replace(StackElementID, OpenRequest)

    var id: StackElementID {
      switch self {
      case .close(let id), .delete(let id), .replace(let id, _): id
      }
    }
  }

  /// Closing a memo cancels its effects, so unsaved edits are saved first.
  func closeMemo(_ state: inout State) {
    guard let id = state.path.ids.last, let playback = state.path.last?.playback
    else { return }
    if !playback.hasUnsavedEdits {
      state.path.removeLast()
    } else {
      state.closeRequest = .close(id)
    }
  }

  func deleteMemo(_ state: inout State) -> Effect<Action> {
    guard let id = state.path.ids.last, let playback = state.path.last?.playback
    else { return .none }
    guard !playback.hasUnsavedEdits
    else {
      state.closeRequest = .delete(id)
      return .none
    }
    let recording = playback.recording
    // `reconcile(_:)` closes the memo, because it has left the library.
    return .merge(
      RecordingsListFeature().delete([recording.id], &state.recordingsList)
        .map(Action.recordingsList),
      notify(deleted: [recording], &state))
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

  /// A memo that could not be saved stays open with the error. During shutdown, it is reported.
  func dropCloseRequest(of id: StackElementID, after error: any Error, _ state: inout State) {
    if state.closeRequest?.id == id { state.closeRequest = nil }
    guard state.isShuttingDown, let memo = state.path[id: id]?.playback
    else { return }
    state.addShutDownProblem(
      "changes to '\(memo.recording.displayTitle)' could not be saved: \(error)")
  }

  /// Runs after every action: closes memos that left the library and stores the user's place.
  func reconcile(_ state: inout State) -> Effect<Action> {
    switch state.phase {
    case .loading:
      return .none

    case .shuttingDown:
      return state.hasPendingWork ? .none : .cancel(id: CancelID.pendingWork)

    case .running:
      var effect = Effect<Action>.none
      if let removed = state.removedMemo {
        let id = state.path[id: removed]?.playback?.recording.id
        let hasTyped = state.unsavedTexts.contains { $0.recordingID == id }
        state.path.pop(from: removed)
        if hasTyped || state.notice == nil, !state.isBrowsing {
          effect = notify(
            "The memo you had open was removed from the library."
              + (hasTyped ? " Restore the memo to get your unsaved text back." : ""),
            about: .removed(id.map { [$0] } ?? []), &state)
        }
      }
      effect = .merge(effect, followBrowsing(&state), endOutdatedNotice(&state))
      if state.path.isEmpty, !state.isUndoing { state.undoRequest = nil }
      if let id = state.closeRequest?.id, !state.path.ids.contains(id) { state.closeRequest = nil }
      let currentNavigation = state.currentNavigation
      if currentNavigation != state.navigation {
        state.$navigation.withLock { $0 = currentNavigation }
      }
      return effect
    }
  }
}

extension AppFeature.State {
  var isShuttingDown: Bool {
    if case .shuttingDown = phase { true } else { false }
  }

  /// The memo that commands apply to: the open memo, or the list's selection.
  public var currentRecording: Recording? {
    if !isBrowsing, let playback = path.last?.playback { return playback.recording }
    guard tab == .memos
    else { return nil }
    return recordingsList.selectedID.flatMap { recordings[id: $0] }
  }

  var targetIDs: [Recording.ID] {
    if !isBrowsing, let playback = path.last?.playback { return [playback.recording.id] }
    return tab == .memos ? recordingsList.targetIDs : []
  }

  /// Rounded down to ten seconds during playback, so that it is not stored for every word.
  var currentNavigation: Navigation {
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

  /// A memo that is open in the user's editor is not closed: that would end the editor.
  fileprivate var removedMemo: StackElementID? {
    zip(path.ids, path).first { _, screen in
      screen.playback.map {
        !$0.isInEditor && recordings.index(id: $0.recording.id) == nil
      } ?? false
    }?.0
  }
}
