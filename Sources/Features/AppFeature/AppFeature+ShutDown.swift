import ComposableArchitecture
import ExportFeature
import ImportFeature
import PlaybackFeature
import RecordMemoFeature
import SharedModels

extension AppFeature {
  public static let shutDownTimeout = Duration.seconds(20)

  func beginShutDown(_ state: inout State) -> Effect<Action> {
    guard !state.isShuttingDown
    else { return .none }
    state.phase = .shuttingDown(isLibraryLoaded: state.phase == .running)
    let isRecording = state.destination?.record?.isRecording == true
    let inEditor = zip(state.path.ids, state.path)
      .first { $1.playback?.isInEditor == true }.map { id, _ in id }
    return .concatenate(
      .run { [hasPendingWork = state.hasPendingWork] send in
        if let inEditor {
          await send(.path(.element(id: inEditor, action: .playback(.editorEndRequested))))
        }
        if isRecording { await send(.destination(.presented(.record(.stopRequested)))) }
        if hasPendingWork { try? await clock.sleep(for: Self.shutDownTimeout) }
      }
      .cancellable(id: CancelID.pendingWork),
      .send(.pendingWorkEnded))
  }

  func endShutDown(_ state: inout State) -> Effect<Action> {
    for problem in state.shutDownProblems { state.addShutDownProblem(problem) }
    if case .delete(let id) = state.closeRequest, !state.hasPendingWork,
      let memo = state.path[id: id]?.playback
    {
      state.$recordings.withLock { _ = $0.remove(id: memo.recording.id) }
    }
    state.closeRequest = nil
    state.path.removeAll()
    state.commandPrompt = nil
    state.destination = nil
    let storing = Effect<Action>.run {
      [
        navigation = state.$navigation, phase = state.phase, recordings = state.$recordings,
        texts = state.$unsavedTexts
      ] send in
      // The place is not worth an error in a library that can't be written.
      try? await navigation.save()
      // If the library could not be read, these recordings are not its contents.
      if phase == .shuttingDown(isLibraryLoaded: true) {
        await send(.recordingsSaveResponse(Result { try await recordings.save() }))
      }
      await send(.unsavedTextsResponse(Result { try await texts.save() }))
    }
    return .merge(.send(.transcription(.stopRequested)), storing)
  }
}

extension AppFeature.State {
  var hasPendingWork: Bool {
    destination?.record?.isRecording == true
      || path.contains { $0.playback?.hasUnsavedEdits == true }
  }

  fileprivate var shutDownProblems: [String] {
    let problem: String? =
      switch destination {
      case .export(let export): export.shutDownProblem
      case .importFiles(let sheet): sheet.shutDownProblem
      case .record(let record): record.shutDownProblem
      case .alert, .health, .onboarding, .trash, nil: nil
      }
    return path.compactMap { $0.playback?.shutDownProblem } + (problem.map { [$0] } ?? [])
  }

  mutating func addShutDownProblem(_ problem: String) {
    shutDownProblem = [shutDownProblem, problem].compactMap { $0 }.joined(separator: "; ")
  }
}

extension PlaybackFeature.State {
  fileprivate var shutDownProblem: String? {
    let title = recording.displayTitle
    if isInEditor { return "the text of '\(title)' is still open in your editor" }
    guard let change = unsavedChanges.first
    else { return nil }
    return change.typed == nil
      ? "a change to '\(title)' could not be saved in time"
      : "text typed into '\(title)' could not be saved in time"
  }
}
