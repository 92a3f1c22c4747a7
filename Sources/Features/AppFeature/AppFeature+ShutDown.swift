import ComposableArchitecture
import ExportFeature
import ImportFeature
import PlaybackFeature
import RecordMemoFeature
import RecordingsListFeature
import SharedModels

extension AppFeature {
  /// How long the app waits at its end for what is not stored yet.
  public static let shutDownTime = Duration.seconds(20)

  /// Ends a recording as its button does, and waits until all is stored.
  func beginShutDown(_ state: inout State) -> Effect<Action> {
    guard !state.isShuttingDown
    else { return .none }
    state.phase = .shuttingDown(isLibraryLoaded: state.phase == .running)
    let isRecording = state.destination?.record?.isRecording == true
    return .concatenate(
      .run { [hasPendingWork = state.hasPendingWork] send in
        if isRecording { await send(.destination(.presented(.record(.stopRequested)))) }
        if hasPendingWork { try? await clock.sleep(for: Self.shutDownTime) }
      }
      .cancellable(id: CancelID.pendingWork),
      .send(.pendingWorkEnded))
  }

  /// Closes what is open, which ends playback, and stores what is shared.
  func endShutDown(_ state: inout State) -> Effect<Action> {
    for problem in state.shutDownProblems { state.addShutDownProblem(problem) }
    if case .delete(let id) = state.closeRequest, !state.hasPendingWork,
      let memo = state.path[id: id]?.playback
    {
      state.$recordings.withLock { _ = $0.remove(id: memo.recording.id) }
    }
    if let draft = state.recordingsList.draft { state.$drafts.withLock { $0.keep(draft) } }
    state.closeRequest = nil
    state.path.removeAll()
    state.destination = nil
    let storing = Effect<Action>.run {
      [
        drafts = state.$drafts, navigation = state.$navigation, phase = state.phase,
        recordings = state.$recordings
      ] send in
      // The place is not worth an error in a library that cannot be written.
      try? await navigation.save()
      do {
        try await drafts.save()
      } catch {
        await send(.draftsNotSaved(error))
      }
      // A library that could not be read holds nothing of ours.
      guard phase == .shuttingDown(isLibraryLoaded: true)
      else { return }
      await send(.recordingsSaveResponse(Result { try await recordings.save() }))
    }
    return .merge(.send(.transcription(.stopRequested)), storing)
  }
}

extension AppFeature.State {
  /// Whether something is being recorded, or not stored yet.
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
      case .alert, .commands, .health, .onboarding, .trash, nil: nil
      }
    return (hasPendingWork ? ["not everything could be stored in time"] : [])
      + (problem.map { [$0] } ?? [])
  }

  /// The first problem does not hide the next.
  mutating func addShutDownProblem(_ problem: String) {
    shutDownProblem = [shutDownProblem, problem].compactMap { $0 }.joined(separator: "; ")
  }
}

extension RecordingsListFeature.State {
  /// What is being typed in the list, if it is not saved.
  fileprivate var draft: TextDraft? {
    guard let prompt = destination?.edit, prompt.subject.recordingIDs.count == 1,
      let recording = prompt.subject.recordingIDs.first.flatMap({ recordings[id: $0] })
    else { return nil }
    let (kind, original): (TextDraft.Kind, String) =
      switch prompt.subject.field {
      case .tagChanges, .tags: (.tags, recording.tags.joined(separator: ", "))
      case .title: (.title, recording.title)
      }
    guard prompt.text.text != original
    else { return nil }
    return TextDraft(kind, of: recording.id, original: original, text: prompt.text.text)
  }
}
