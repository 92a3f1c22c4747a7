import ComposableArchitecture
import RecordingsListFeature
import SharedModels
import UndoCore

extension AppFeature {
  /// Opens the memo with unsaved text, or the list for tags of several memos; `nil` without any.
  func resumeTyping(_ state: inout State) -> Effect<Action>? {
    state.dropSavedTexts()
    let inList = state.recordingsList.destination?.edit?.subject.recordingIDs
    let isInList = inList != nil
    let texts = state.unsavedTexts.filter {
      $0.kind != .tagChanges && state.recordings[id: $0.recordingID] != nil
    }
    guard isInList || !texts.isEmpty
    else { return nil }
    let others = texts.count - (isInList ? 0 : 1)
    let more =
      switch others {
      case 0: ""
      case 1: " Another unsaved text comes back when you open its memo."
      default: " \(others.grouped) more unsaved texts come back when you open their memos."
      }
    guard !isInList, let text = texts.first
    else {
      return .merge(
        show(.memos, &state),
        notify(Self.restoredTextNotice + more, about: .unsaved(inList ?? []), &state))
    }
    let notice =
      text.kind == .text ? "Your edits to this memo were not saved." : Self.restoredTextNotice
    return .merge(
      show(state.tab, &state), push(OpenRequest(text.recordingID), &state),
      notify(notice + more, about: .unsaved(text.recordingIDs), &state))
  }

  private static var restoredTextNotice: String {
    "You have unsaved text here. Press enter to save it or esc to discard it."
  }

  func reportUnsavedTexts(_ result: Result<Void, any Error>, _ state: inout State) {
    guard !state.unsavedTexts.isEmpty
    else { return }
    switch result {
    case .failure(let error):
      state.addShutDownProblem("unsaved text could not be kept: \(error)")
    case .success where state.shutDownProblem != nil:
      state.addShutDownProblem("your unsaved text is kept and comes back when you reopen the app")
    case .success:
      break
    }
  }
}

extension AppFeature.State {
  /// A title or tags may have been saved after all.
  mutating func dropSavedTexts() {
    let recordings = recordings
    func isSaved(_ text: UnsavedText) -> Bool {
      recordings[id: text.recordingID].map(text.isSaved) ?? false
    }
    guard unsavedTexts.contains(where: isSaved)
    else { return }
    $unsavedTexts.withLock { $0.removeAll(where: isSaved) }
  }
}
