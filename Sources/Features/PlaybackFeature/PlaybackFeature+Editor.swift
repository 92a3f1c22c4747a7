import ComposableArchitecture
import ComposableTerminal
import Foundation
import SharedModels
import TerminalClient
import TextEditorClient
import UndoCore

extension PlaybackFeature {
  private enum CancelID { case saves }

  /// Opens the text, or `typed`, in the user's editor, which owns the terminal until it exits.
  func openEditor(with typed: UnsavedText? = nil, _ state: inout State) -> Effect<Action> {
    guard let transcription = state.transcript.loaded?.transcription
    else { return .none }
    state.isInEditor = true
    state.textInEditor = typed
    let text = typed?.text ?? transcription.editableText
    return .merge(
      .respond(with: { .editorResponse($0, of: transcription.id) }) {
        let edited = LockIsolated<EditedText?>(nil)
        try await terminal.lend {
          let text = try await textEditor.open(text: text)
          edited.setValue(text)
        }
        guard let text = edited.value
        else { throw CancellationError() }
        return text
      },
      // The program may be killed while the editor is open.
      .run { send in
        for await saved in textEditor.saves() { await send(.editorSaved(saved)) }
      }
      .cancellable(id: CancelID.saves, cancelInFlight: true))
  }

  func endEditor(
    _ result: Result<EditedText, any Error>, of id: Transcription.ID, _ state: inout State
  ) -> Effect<Action> {
    .merge(.cancel(id: CancelID.saves), handleEditorResponse(result, of: id, &state))
  }

  private func handleEditorResponse(
    _ result: Result<EditedText, any Error>, of id: Transcription.ID, _ state: inout State
  ) -> Effect<Action> {
    state.isInEditor = false
    switch result {
    case .failure(let error):
      state.destination = .alert(.notEdited(error))
      if case TextEditorFailure.unsuccessful(_, _, let kept?, _)? = error as? TextEditorFailure,
        !kept.text.isEmpty
      {
        state.keepEdited(kept)
      }
      return .send(.delegate(.editorFailed(error)))

    case .success(let edited):
      let discard = Effect<Action>.run { _ in textEditor.discard(file: edited.file) }
      guard let transcription = state.transcript.loaded?.transcription, transcription.id == id
      else {
        // The transcript was replaced while the editor was open.
        state.keepEdited(edited)
        state.restoreUnsavedText()
        return .none
      }
      guard !Transcription.text(fromEditable: edited.text).isEmpty
      else {
        state.destination = .alert(.editedTextEmpty)
        return discard
      }
      let typed = state.keepEdited(edited)
      return replaceText(by: typed, &state) ?? discard
    }
  }

  func replaceText(
    by typed: UnsavedText, _ state: inout State
  ) -> Effect<Action>? {
    guard let transcription = state.transcript.loaded?.transcription,
      typed.text != transcription.editableText,
      let edit = transcription.edit(
        text: Transcription.text(fromEditable: typed.text), at: now)
    else {
      state.drop(typed)
      return nil
    }
    return commit(edit, typed: typed, &state)
  }

  func discard(_ files: Set<URL>) -> Effect<Action> {
    files.isEmpty
      ? .none
      : .run { _ in
        for file in files { textEditor.discard(file: file) }
      }
  }
}

extension PlaybackFeature.State {
  var editedFiles: Set<URL> {
    Set(unsavedTexts.lazy.filter { $0.recordingID == recording.id }.compactMap(\.file))
  }

  mutating func keepSaved(_ edited: EditedText) {
    if isInEditor { textInEditor = keepEdited(edited) }
  }

  @discardableResult
  fileprivate mutating func keepEdited(_ edited: EditedText) -> UnsavedText {
    let typed = UnsavedText(
      .text, of: recording.id,
      original: transcript.loaded?.transcription.editableText ?? "", text: edited.text,
      file: edited.file)
    if let textInEditor { drop(textInEditor) }
    textInEditor = nil
    keep(typed)
    return typed
  }
}
