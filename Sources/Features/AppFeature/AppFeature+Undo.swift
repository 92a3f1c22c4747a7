import ComposableArchitecture
import PlaybackFeature
import RecordingsListFeature
import SettingsFeature
import SharedModels
import Tagged
import TranscriptionFeature
import UndoCore

public enum UndoDirection: Equatable, Sendable {
  case redo, undo

  fileprivate var participle: String { self == .redo ? "redone" : "undone" }
}

/// Undoes changes of the list and the open memo, newest first. Redo undoes the inverse.
extension AppFeature {
  func undo(_ direction: UndoDirection, _ state: inout State) -> Effect<Action> {
    guard !state.isUndoing
    else {
      state.undoRequest = direction
      return .none
    }
    guard let step = state.nextStep(direction)
    else { return .none }
    guard !state.hasUnsavedEdits(of: step)
    else {
      state.undoRequest = direction
      return .none
    }
    state.removeNextStep(direction)
    switch step.change {
    case .deleted(let memos, _):
      let isBack = memos.allSatisfy { state.recordings.index(id: $0.id) != nil }
      return isBack ? drop(step, direction, &state) : run(step, direction, &state)

    case .details(let changes):
      let recordings = state.recordings
      let fitting = changes.filter { recordings[id: $0.id].map($0.fits) ?? false }
      guard !fitting.isEmpty
      else { return drop(step, direction, &state) }
      state.add(step.inverse(.details(fitting.map(\.inverse))), after: direction)
      return .merge(
        changeList(&state) { RecordingsListFeature().revert(fitting, &$0) },
        notify(direction, of: step, except: changes.count - fitting.count, &state))

    case .restored(let memos):
      let deleted = memos.compactMap { state.recordings[id: $0.id] }
      guard !deleted.isEmpty
      else { return drop(step, direction, &state) }
      state.add(step.inverse(.deleted(deleted)), after: direction)
      return .merge(
        changeList(&state) { RecordingsListFeature().remove(deleted.map(\.id), &$0) },
        notify(direction, of: step, except: memos.count - deleted.count, &state))

    case .canceled, .speakers, .text, .version:
      guard state.hasMemo(of: step)
      else { return drop(step, direction, &state) }
      return run(step, direction, &state)

    case .typed(let text):
      guard state.hasMemo(of: step)
      else { return drop(step, direction, &state) }
      return resume(text, &state)
    }
  }

  func performUndoRequest(_ state: inout State) -> Effect<Action> {
    guard let direction = state.undoRequest
    else { return .none }
    state.undoRequest = nil
    return undo(direction, &state)
  }

  private func run(
    _ step: UndoStep, _ direction: UndoDirection, _ state: inout State
  ) -> Effect<Action> {
    state.isUndoing = true
    return .respond(with: { .undoResponse($0, step, direction) }) { try await UndoRunner()(step) }
  }

  func endUndo(
    _ direction: UndoDirection, of step: UndoStep, _ result: Result<UndoRunner.Outcome?, any Error>,
    _ state: inout State
  ) -> Effect<Action> {
    state.isUndoing = false
    let effect: Effect<Action>
    switch result {
    case .failure(let error):
      state.add(step, after: direction == .undo ? .redo : .undo)
      state.undoRequest = nil
      return notify("The \(step.name) could not be \(direction.participle): \(error)", &state)

    case .success(nil):
      effect = drop(step, direction, &state)

    case .success(.memos(let memos)):
      effect = .merge(
        restore(memos, of: step, after: direction, &state),
        notify(direction, of: step, except: step.recordingIDs.count - memos.count, &state))

    case .success(.queued):
      effect = notify(direction, of: step, &state)

    case .success(.transcript(let transcription, let inverse)):
      state.add(step.inverse(inverse), after: direction)
      let memo = step.recordingIDs.first
      for id in state.path.ids where state.path[id: id]?.playback?.recording.id == memo {
        state.path[id: id]?.modify(\.playback) { $0.update(transcription) }
      }
      effect = .merge(
        memo.map { .send(.recordingsList(.textChanged($0))) } ?? .none,
        notify(direction, of: step, &state))
    }
    return .merge(effect, performUndoRequest(&state))
  }

  private func restore(
    _ memos: [Recording], of step: UndoStep, after direction: UndoDirection, _ state: inout State
  ) -> Effect<Action> {
    let list = changeList(&state) { RecordingsListFeature().restore(memos, &$0) }
    guard case .deleted(_, let deletion) = step.change
    else { return list }
    // A cleanup is redone in the settings, which ask before.
    if case .cleanup(let former) = deletion {
      return .merge(
        list, SettingsFeature().restore(former, &state.settings).map(Action.settings))
    }
    state.add(step.inverse(.restored(memos)), after: direction)
    return deletion == .discarding
      ? .concatenate(list, .send(.transcription(.transcriptionRequested(memos.map(\.id))))) : list
  }

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
    case .paragraph, .segment, .speaker, .text:
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

  private func drop(
    _ step: UndoStep, _ direction: UndoDirection, _ state: inout State
  ) -> Effect<Action> {
    let reason: String
    switch step.change {
    case .deleted:
      let isBack = state.hasMemo(of: step)
      reason = isBack ? "it is already in the library" : "it was permanently deleted"
    case .canceled, .details, .restored, .speakers, .text, .typed, .version:
      reason =
        state.hasMemo(of: step) ? "it has changed since" : "the memo is no longer in the library"
    }
    return notify("The \(step.name) cannot be \(direction.participle): \(reason).", &state)
  }

  private func notify(
    _ direction: UndoDirection, of step: UndoStep, except count: Int = 0, _ state: inout State
  ) -> Effect<Action> {
    let exception = count > 0 ? ", except for \(count.counted("memo")) changed since" : ""
    return notify("\(direction.participle.capitalized): \(step.name)\(exception).", &state)
  }
}

extension AppFeature.State {
  func nextStep(_ direction: UndoDirection) -> UndoStep? {
    switch direction {
    case .redo: undoSteps == redoBase ? redoSteps.last : nil
    case .undo: undoSteps.last
    }
  }

  func record(_ step: UndoStep) {
    $undoSteps.withLock { $0.append(step) }
  }

  mutating func removeNextStep(_ direction: UndoDirection) {
    if undoSteps != redoBase { redoSteps = [] }
    switch direction {
    case .redo: _ = redoSteps.popLast()
    case .undo: $undoSteps.withLock { _ = $0.popLast() }
    }
    redoBase = undoSteps
  }

  mutating func add(_ inverse: UndoStep, after direction: UndoDirection) {
    // The user may have changed something else in the meantime.
    let canRedo = undoSteps == redoBase
    switch direction {
    case .redo: record(inverse)
    case .undo: if canRedo { redoSteps.append(inverse) }
    }
    if canRedo { redoBase = undoSteps }
  }

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
