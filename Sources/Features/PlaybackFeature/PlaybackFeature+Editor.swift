import ComposableArchitecture
import ComposableTerminal
import Foundation
import SharedModels
import TerminalClient
import TextEditorClient
import UnsavedTexts

extension PlaybackFeature {
  /// Opens the text, or `typed`, in the user's editor, which owns the terminal until it exits.
  func openEditor(with typed: UnsavedText? = nil, _ state: inout State) -> Effect<Action> {
    guard let transcription = state.transcript.loaded?.transcription
    else { return .none }
    state.isInEditor = true
    state.textInEditor = typed
    let text = typed?.text ?? transcription.editableText
    return .respond(with: { .editorResponse($0, of: transcription.id) }) {
      let edited = LockIsolated<EditedText?>(nil)
      try await terminal.lend {
        let text = try await textEditor.open(text: text)
        edited.setValue(text)
      }
      guard let text = edited.value
      else { throw CancellationError() }
      return text
    }
  }

  func handleEditorResponse(
    _ result: Result<EditedText, any Error>, of id: Transcription.ID, _ state: inout State
  ) -> Effect<Action> {
    state.isInEditor = false
    switch result {
    case .failure(let error):
      state.destination = .alert(.notEdited(error))
      if case TextEditorFailure.unsuccessful(_, _, let kept?, _)? = error as? TextEditorFailure,
        !kept.text.isEmpty
      {
        state.keepEdited(kept.text)
      }
      return .send(.delegate(.editorFailed(error)))

    case .success(let edited):
      let discard = Effect<Action>.run { _ in textEditor.discard(file: edited.file) }
      guard let transcription = state.transcript.loaded?.transcription, transcription.id == id
      else {
        // The transcript was replaced while the editor was open.
        state.keepEdited(edited.text)
        state.restoreUnsavedText()
        return .none
      }
      guard !Transcription.text(fromEditable: edited.text).isEmpty
      else {
        state.destination = .alert(.editedTextEmpty)
        return discard
      }
      let typed = state.keepEdited(edited.text)
      return replaceText(by: typed, editedFile: edited.file, &state) ?? discard
    }
  }

  /// Replaces the whole text; returns `nil` if it is unchanged.
  func replaceText(
    by typed: UnsavedText, editedFile: URL? = nil, _ state: inout State
  ) -> Effect<Action>? {
    guard let transcription = state.transcript.loaded?.transcription,
      typed.text != transcription.editableText,
      let edit = transcription.edit(
        text: Transcription.text(fromEditable: typed.text), at: now)
    else {
      state.drop(typed)
      return nil
    }
    state.undoSteps.append(.text(edit))
    return commit(UnsavedChange(.text(edit), typed: typed, editedFile: editedFile), &state)
  }
}

extension PlaybackFeature.State {
  @discardableResult
  fileprivate mutating func keepEdited(_ text: String) -> UnsavedText {
    let typed = UnsavedText(
      .text, of: recording.id,
      original: transcript.loaded?.transcription.editableText ?? "", text: text)
    if let textInEditor { drop(textInEditor) }
    textInEditor = nil
    keep(typed)
    return typed
  }
}
