import ComposableArchitecture
import ExportFeature
import ImportFeature
import PlaybackFeature
import RecordMemoFeature
public import SharedModels
import Tagged

extension AppFeature {
  /// How long what is not stored yet has to be stored when the app ends.
  public static let shutDownTime = Duration.seconds(20)

  /// What follows from any action: memos that are gone are left, and it is noted where the person
  /// is.
  func settle(_ state: inout State) -> Effect<Action> {
    if state.isShuttingDown {
      return state.isSettled ? .cancel(id: CancelID.settling) : .none
    }
    var effect = Effect<Action>.none
    if state.isLibraryLoaded, let gone = state.memoThatIsGone {
      state.path.pop(from: gone)
      if state.notice == nil {
        effect = notify("The memo that was open is no longer in the library.", &state)
      }
    }
    // What a person has typed is stored before its memo is left: leaving ends all that it does.
    if state.isLeavingMemo, state.path.last?.playback?.unsavedEdits.isEmpty ?? true {
      state.isLeavingMemo = false
      if state.isMemoToDeleteOpen { effect = .merge(effect, deleteOpenMemo(&state)) }
      state.memoToDelete = nil
      if !state.path.isEmpty { state.path.removeLast() }
    }
    if state.isLibraryLoaded {
      let place = state.place
      if place != state.navigation { state.$navigation.withLock { $0 = place } }
    }
    return effect
  }

  /// A memo whose text could not be stored is not left: it shows what is wrong. At the end nobody
  /// sees that any more, so that it has to be told.
  func keepOpen(_ id: StackElementID, after error: any Error, _ state: inout State) {
    state.isLeavingMemo = false
    state.memoToDelete = nil
    guard state.isShuttingDown, let memo = state.path[id: id]?.playback
    else { return }
    state.noteAtEnd("what was changed in the text of '\(memo.recording.title)' is lost: \(error)")
  }

  /// Ends a recording as its button does, and waits until all is stored.
  func beginShutDown(_ state: inout State) -> Effect<Action> {
    guard !state.isShuttingDown
    else { return .none }
    state.isShuttingDown = true
    let isRecording = state.destination?.record?.recordingMemo != nil
    return .concatenate(
      .run { [isSettled = state.isSettled] send in
        if isRecording { await send(.destination(.presented(.record(.stopRequested)))) }
        if !isSettled { try? await clock.sleep(for: Self.shutDownTime) }
      }
      .cancellable(id: CancelID.settling),
      .send(.shutDownSettled))
  }

  /// Ends what is open, and with it what is played, and stores what is shared.
  func shutDown(_ state: inout State) -> Effect<Action> {
    for problem in state.problemsAtEnd { state.noteAtEnd(problem) }
    if state.isMemoToDeleteOpen, let id = state.memoToDelete, state.isSettled {
      state.$recordings.withLock { _ = $0.remove(id: id) }
    }
    state.memoToDelete = nil
    state.path.removeAll()
    state.destination = nil
    let isLibraryLoaded = state.isLibraryLoaded
    let storing = Effect<Action>.run {
      [navigation = state.$navigation, recordings = state.$recordings] send in
      // Nobody misses the place where they were in a library that cannot be written.
      try? await navigation.save()
      // A library that could not be read holds nothing of ours.
      guard isLibraryLoaded
      else { return }
      try await recordings.save()
    } catch: { error, send in
      await send(.shutDownFailed(reason: "\(error)"))
    }
    return .merge(.send(.transcription(.stop)), storing)
  }
}

extension AppFeature.State {
  /// Where the person is. While a memo is played, to ten seconds: it is not written for each word.
  var place: Navigation {
    Navigation(
      path: path.compactMap { screen in
        screen.playback.map { memo in
          Navigation.OpenMemo(
            id: memo.recording.id,
            time: memo.mode == .playing
              ? (memo.currentTime / 10).rounded(.down) * 10 : memo.currentTime)
        }
      },
      tab: tab)
  }

  /// What is done is done to this memo: the one that is open, or chosen in the list.
  public var recordingInHand: Recording? {
    if let playback = path.last?.playback { return playback.recording }
    guard tab == .memos
    else { return nil }
    return recordingsList.selectedID.flatMap { recordings[id: $0] }
  }

  /// The first memo on the path that is not in the library any more.
  fileprivate var memoThatIsGone: StackElementID? {
    zip(path.ids, path).first { _, screen in
      screen.playback.map { recordings.index(id: $0.recording.id) == nil } ?? false
    }?.0
  }

  /// Whether nothing is being recorded or stored.
  fileprivate var isSettled: Bool {
    destination?.record?.recordingMemo == nil
      && path.allSatisfy { $0.playback?.unsavedEdits.isEmpty ?? true }
  }

  /// Whether the memo on top is the one to delete: others may have come and gone meanwhile.
  fileprivate var isMemoToDeleteOpen: Bool {
    memoToDelete != nil && path.last?.playback?.recording.id == memoToDelete
  }

  fileprivate var problemsAtEnd: [String] {
    var problems: [String] = []
    if !isSettled { problems.append("not everything could be stored in time") }
    switch destination {
    case .export(let export) where export.phase == .exporting:
      let count = export.recordings.count
      let left = count - export.written.count
      if left > 0 { problems.append("\(left) of \(count) memos were not exported") }
    case .importFiles(let sheet) where sheet.isImporting:
      let left = sheet.items.count { [.running, .waiting].contains($0.status) }
      if sheet.items.isEmpty {
        problems.append("the files that were named were not imported")
      } else if left > 0 {
        problems.append("\(left) of \(sheet.items.count) files were not imported")
      }
    case .record(let record) where !record.drafts.isEmpty && record.alert != nil && isSettled:
      problems.append("the recording is safe, but no memo yet: open the app again to keep it")
    default: break
    }
    return problems
  }

  /// The first problem does not hide the next.
  mutating func noteAtEnd(_ problem: String) {
    shutDownProblem = [shutDownProblem, problem].compactMap { $0 }.joined(separator: "; ")
  }
}
