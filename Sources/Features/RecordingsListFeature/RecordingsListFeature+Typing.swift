import ComposableArchitecture
import ComposableTerminal
import SharedModels
import Tagged
import TerminalUI
import UnsavedTexts

/// Text typed in the list's sheets is stored from the first letter on, until saved or discarded.
extension RecordingsListFeature {
  struct LeftSheet: Equatable {
    /// Deletions that came later are undone before the sheet is reopened.
    let deletionCount: Int
    let prompt: TextPrompt<RecordingEdit>.State
  }

  func keepTyped(_ action: Action, _ state: inout State) {
    switch action {
    case .destination(.presented(.edit(.textChanged))):
      state.keepTyped()

    case .destination(.presented(.edit(.cancelButtonTapped))):
      guard let prompt = state.destination?.edit,
        let typed = prompt.unsavedText(in: state.recordings)
      else { return }
      state.$unsavedTexts.withLock { $0.drop(typed) }
      state.left = LeftSheet(deletionCount: state.deleted.count, prompt: prompt)

    case .loadResponse(.success):
      state.takeUpTyped()

    case .saveResponse(.success):
      let saved = state.savedTexts
      state.savedTexts = []
      guard state.unsavedTexts.contains(where: saved.contains)
      else { return }
      // Newer text that was typed into the same field stays.
      state.$unsavedTexts.withLock { $0.removeAll(where: saved.contains) }

    default:
      break
    }
  }
}

extension RecordingsListFeature.State {
  fileprivate mutating func keepTyped() {
    guard let prompt = destination?.edit
    else { return }
    guard let typed = prompt.unsavedText(in: recordings)
    else {
      let ids = prompt.subject.recordingIDs
      let kind: UnsavedText.Kind =
        switch prompt.subject.field {
        case .tagChanges: .tagChanges
        case .tags: .tags
        case .title: .title
        }
      guard unsavedTexts.contains(where: { $0.kind == kind && $0.recordingIDs == ids })
      else { return }
      $unsavedTexts.withLock { $0.removeAll { $0.kind == kind && $0.recordingIDs == ids } }
      return
    }
    $unsavedTexts.withLock { $0.keep(typed) }
  }

  mutating func closeSheet() {
    if let typed = destination?.edit?.unsavedText(in: recordings) {
      $unsavedTexts.withLock { $0.keep(typed) }
      savedTexts.append(typed)
    }
    destination = nil
    left = nil
  }

  /// Reopens the last canceled sheet, unless memos were deleted since; returns whether it did.
  mutating func reopenSheet() -> Bool {
    guard let left, left.deletionCount >= deleted.count
    else { return false }
    self.left = nil
    destination = .edit(left.prompt)
    keepTyped()
    return true
  }

  /// Restores tags for several memos that were being typed when the program ended. Text for a
  /// single memo is restored when that memo is opened.
  fileprivate mutating func takeUpTyped() {
    guard destination == nil
    else { return }
    let text = unsavedTexts.first { text in
      text.kind == .tagChanges && text.recordingIDs.contains { recordings[id: $0] != nil }
    }
    guard let text
    else { return }
    let ids = text.recordingIDs.filter { recordings[id: $0] != nil }
    var prompt = TextPrompt<RecordingEdit>.State(tagsOf: ids)
    prompt.text = TextFieldState(text.text)
    destination = .edit(prompt)
    marked = Set(ids)
    // Some of its memos may be gone.
    $unsavedTexts.withLock { $0.removeAll { $0 == text } }
    keepTyped()
  }
}
