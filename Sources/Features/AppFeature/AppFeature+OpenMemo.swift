import ComposableArchitecture
import PlaybackFeature
import RecordingsListFeature
import SharedModels

extension AppFeature {
  func handle(
    _ delegate: PlaybackFeature.Action.Delegate, of id: StackElementID, _ state: inout State
  ) -> Effect<Action> {
    switch delegate {
    case .autoplayFailed(let error):
      state.path[id: id, case: \.playback]?.isAutoplaying = false
      return notify(unplayable: error, &state)

    case .editorFailed(let error):
      // Otherwise the memo shows the error.
      if state.isShuttingDown { state.addShutDownProblem("\(error)") }
      return .none

    case .editsSaved:
      let memo = state.path[id: id]?.playback?.recording.id
      return .merge(
        memo.map { .send(.recordingsList(.textChanged($0))) } ?? .none,
        performCloseRequest(of: id, &state), performUndoRequest(&state))

    case .notice(let text):
      return notify(text, &state)

    case .playbackStarted:
      return .none

    case .saveFailed(let error):
      dropCloseRequest(of: id, after: error, &state)
      state.undoRequest = nil
      return .none
    }
  }

  func handle(
    trashed delegate: PlaybackFeature.Action.Delegate, _ state: inout State
  ) -> Effect<Action> {
    switch delegate {
    case .autoplayFailed(let error):
      return notify(unplayable: error, &state)

    case .notice(let text):
      return notify(text, &state)

    case .editorFailed, .editsSaved, .playbackStarted, .saveFailed:
      return .none
    }
  }

  private func notify(unplayable error: any Error, _ state: inout State) -> Effect<Action> {
    notify("The memo cannot be played: \(error)", &state)
  }
}
