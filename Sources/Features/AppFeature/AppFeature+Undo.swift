import ComposableArchitecture
import PlaybackFeature
import RecordingsListFeature
import SharedModels
import UndoCore

/// Changes of the list and the open memo are undone here, newest first, whichever page is shown.
extension AppFeature {
  func undo(_ state: inout State) -> Effect<Action> {
    guard let step = state.undoSteps.last
    else { return .none }
    guard !state.isUndoing, !state.hasUnsavedEdits(of: step)
    else {
      state.isUndoRequested = true
      return .none
    }
    state.$undoSteps.withLock { _ = $0.removeLast() }
    switch step.change {
    case .deleted(let memos):
      let isBack = memos.allSatisfy { state.recordings.index(id: $0.id) != nil }
      return isBack ? drop(step, &state) : run(step, &state)

    case .details(let changes):
      let recordings = state.recordings
      let fitting = changes.filter { recordings[id: $0.id].map($0.fits) ?? false }
      guard !fitting.isEmpty
      else { return drop(step, &state) }
      return .merge(
        changeList(&state) { RecordingsListFeature().revert(fitting, &$0) },
        notify(undone: step, except: changes.count - fitting.count, &state))

    case .restored(let memos):
      let recordings = state.recordings
      let ids = memos.map(\.id).filter { recordings.index(id: $0) != nil }
      guard !ids.isEmpty
      else { return drop(step, &state) }
      return .merge(
        changeList(&state) { RecordingsListFeature().remove(ids, &$0) },
        notify(undone: step, except: memos.count - ids.count, &state))

    case .speakers, .text:
      guard state.hasMemo(of: step)
      else { return drop(step, &state) }
      return run(step, &state)

    case .typed(let text):
      guard state.hasMemo(of: step)
      else { return drop(step, &state) }
      return resume(text, &state)
    }
  }

  func performUndoRequest(_ state: inout State) -> Effect<Action> {
    guard state.isUndoRequested
    else { return .none }
    state.isUndoRequested = false
    return undo(&state)
  }

  private func run(_ step: UndoStep, _ state: inout State) -> Effect<Action> {
    state.isUndoing = true
    return .respond(with: { .undoResponse($0, step) }) { try await UndoRunner()(step) }
  }

  func endUndo(
    of step: UndoStep, _ result: Result<UndoRunner.Outcome?, any Error>, _ state: inout State
  ) -> Effect<Action> {
    state.isUndoing = false
    let effect: Effect<Action>
    switch result {
    case .failure(let error):
      state.$undoSteps.withLock { $0.append(step) }
      state.isUndoRequested = false
      return notify("The \(step.name) could not be undone: \(error)", &state)

    case .success(nil):
      effect = drop(step, &state)

    case .success(.memos(let memos)):
      effect = .merge(
        changeList(&state) { RecordingsListFeature().restore(memos, &$0) },
        notify(undone: step, except: step.recordingIDs.count - memos.count, &state))

    case .success(.transcript(let transcription)):
      let memo = step.recordingIDs.first
      for id in state.path.ids where state.path[id: id]?.playback?.recording.id == memo {
        state.path[id: id]?.modify(\.playback) { $0.update(transcription) }
      }
      effect = .merge(
        memo.map { .send(.recordingsList(.textChanged($0))) } ?? .none,
        notify(undone: step, &state))
    }
    return .merge(effect, performUndoRequest(&state))
  }

  /// Opens canceled text where it can be typed on.
  private func resume(_ text: UnsavedText, _ state: inout State) -> Effect<Action> {
    if text.kind != .tagChanges, let id = state.path.ids.last,
      state.path.last?.playback?.recording.id == text.recordingID
    {
      state.isBrowsing = false
      state.$unsavedTexts.withLock { $0.keep(text) }
      state.path[id: id]?.modify(\.playback) { $0.restoreUnsavedText() }
      return .none
    }
    switch text.kind {
    case .segment, .speaker, .text:
      state.$unsavedTexts.withLock { $0.keep(text) }
      return openMemo(OpenRequest(text.recordingID), &state)

    case .tagChanges, .tags, .title:
      leaveMemo(&state)
      state.recordingsList.reopen(text)
      return state.tab == .memos ? .none : show(.memos, &state)
    }
  }

  private func changeList(
    _ state: inout State,
    _ change: (inout RecordingsListFeature.State) -> Effect<RecordingsListFeature.Action>
  ) -> Effect<Action> {
    change(&state.recordingsList).map(Action.recordingsList)
  }

  private func drop(_ step: UndoStep, _ state: inout State) -> Effect<Action> {
    let reason: String
    switch step.change {
    case .deleted:
      let isBack = state.hasMemo(of: step)
      reason = isBack ? "it is already in the library" : "it was permanently deleted"
    case .details, .restored, .speakers, .text, .typed:
      reason =
        state.hasMemo(of: step) ? "it has changed since" : "the memo is no longer in the library"
    }
    return notify("The \(step.name) cannot be undone: \(reason).", &state)
  }

  private func notify(
    undone step: UndoStep, except count: Int = 0, _ state: inout State
  ) -> Effect<Action> {
    let exception = count > 0 ? ", except for \(count.counted("memo")) changed since" : ""
    return notify("Undone: \(step.name)\(exception).", &state)
  }
}

extension AppFeature.State {
  fileprivate func hasUnsavedEdits(of step: UndoStep) -> Bool {
    path.contains { screen in
      screen.playback.map {
        $0.hasUnsavedEdits && step.recordingIDs.contains($0.recording.id)
      } ?? false
    }
  }

  fileprivate func hasMemo(of step: UndoStep) -> Bool {
    step.recordingIDs.contains { recordings.index(id: $0) != nil }
  }
}
