import ComposableArchitecture
import ComposableTerminal
import TerminalUI
import UnsavedTexts

/// Text typed in the list's sheets is stored from the first letter on, until saved or discarded.
extension RecordingsListFeature {
  struct CanceledSheet: Equatable {
    /// Deletions that came later are undone before the sheet is reopened.
    let deletionCount: Int
    let prompt: TextPrompt<RecordingEdit>.State
  }
}

extension RecordingsListFeature.State {
  mutating func storeTypedText() {
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

  mutating func keepCanceledSheet() {
    guard let prompt = destination?.edit, let typed = prompt.unsavedText(in: recordings)
    else { return }
    $unsavedTexts.withLock { $0.drop(typed) }
    canceledSheet = RecordingsListFeature.CanceledSheet(
      deletionCount: deleted.count, prompt: prompt)
  }

  /// Drops saved texts. Newer text that was typed into the same field stays.
  mutating func dropSavedTexts() {
    let saved = textsBeingSaved
    textsBeingSaved = []
    guard unsavedTexts.contains(where: saved.contains)
    else { return }
    $unsavedTexts.withLock { $0.removeAll(where: saved.contains) }
  }

  mutating func closeSheet() {
    if let typed = destination?.edit?.unsavedText(in: recordings) {
      $unsavedTexts.withLock { $0.keep(typed) }
      textsBeingSaved.append(typed)
    }
    destination = nil
    canceledSheet = nil
  }

  /// Reopens the last canceled sheet, unless memos were deleted since; returns whether it did.
  mutating func reopenSheet() -> Bool {
    guard let canceledSheet, canceledSheet.deletionCount >= deleted.count
    else { return false }
    self.canceledSheet = nil
    destination = .edit(canceledSheet.prompt)
    storeTypedText()
    return true
  }

  /// Restores tags typed for several memos. A single memo's text is restored when it is opened.
  mutating func restoreUnsavedText() {
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
    storeTypedText()
  }
}
