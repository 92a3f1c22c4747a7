import ComposableArchitecture
import ComposableTerminal
import TerminalUI
public import UndoCore

/// Text typed in the list's sheets is stored from the first letter on, until saved or discarded.
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

  mutating func recordCanceledSheet() {
    guard let prompt = destination?.edit, let typed = prompt.unsavedText(in: recordings)
    else { return }
    $unsavedTexts.withLock { $0.drop(typed) }
    record(UndoStep(.typed(typed), of: typed.recordingIDs.compactMap { recordings[id: $0] }))
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
  }

  /// Restores tags typed for several memos. A single memo's text is restored when it is opened.
  mutating func restoreUnsavedText() {
    guard destination == nil
    else { return }
    let text = unsavedTexts.first { text in
      text.kind == .tagChanges && text.recordingIDs.contains { recordings[id: $0] != nil }
    }
    if let text { reopen(text) }
  }

  public mutating func reopen(_ text: UnsavedText) {
    let memos = text.recordingIDs.compactMap { recordings[id: $0] }
    guard let memo = memos.first
    else { return }
    var prompt: TextPrompt<RecordingEdit>.State
    switch text.kind {
    case .paragraph, .segment, .speaker, .text: return
    case .tagChanges: prompt = TextPrompt.State(tagsOf: memos.map(\.id))
    case .tags: prompt = TextPrompt.State(.tags, of: memo)
    case .title: prompt = TextPrompt.State(.title, of: memo)
    }
    prompt.text = TextFieldState(text.text)
    destination = .edit(prompt)
    if text.kind == .tagChanges { marked = Set(memos.map(\.id)) }
    // Some of its memos may be gone.
    $unsavedTexts.withLock { $0.removeAll { $0 == text } }
    storeTypedText()
  }
}
