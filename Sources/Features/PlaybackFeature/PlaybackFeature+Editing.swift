import ComposableArchitecture
import ComposableTerminal
import DatabaseClient
import Foundation
import SharedModels
import TextEditorClient
import UndoCore

extension PlaybackFeature {
  func saveEditing(_ state: inout State) -> Effect<Action> {
    guard let editing = state.editing
    else { return .none }
    let typed = state.unsavedText(of: editing)
    state.editing = nil
    guard editing.isChanged
    else {
      state.drop(typed)
      state.restoreUnsavedText()
      return .none
    }
    // Stays among the unsaved texts until the database has it.
    state.keep(typed)
    switch editing.target {
    case .speaker(let id):
      return change(.name(id, editing.field.text), typed: typed, &state)

    case .tags:
      state.changeDetails { $0.tags = TagChange.tags(listed: editing.field.text) }
      return saveDetails(typed, state)

    case .title:
      state.changeDetails { $0.title = editing.field.text.trimmingCharacters(in: .whitespaces) }
      return saveDetails(typed, state)

    case .segment(let segment):
      let edit = state.transcript.loaded?.edit(
        segment: segment, text: editing.field.text, at: now)
      return commit(edit, of: typed, &state)

    case .segments(let range):
      let edit = state.transcript.loaded?.transcription.edit(
        segments: range, text: editing.field.text, at: now)
      return commit(edit, of: typed, &state)
    }
  }

  private func commit(
    _ edit: TranscriptionEdit?, of typed: UnsavedText, _ state: inout State
  ) -> Effect<Action> {
    guard let edit
    else {
      state.drop(typed)
      return .none
    }
    return commit(edit, typed: typed, &state)
  }

  func commit(
    _ edit: TranscriptionEdit, typed: UnsavedText, _ state: inout State
  ) -> Effect<Action> {
    if let id = state.transcript.loaded?.transcription.id {
      state.record(.text(id, editedAt: edit.editedAtAfter ?? now))
    }
    return commit(UnsavedChange(.text(edit), typed: typed), &state)
  }

  /// Saves changes one after another, because each builds on those before it.
  func commit(_ change: UnsavedChange, _ state: inout State) -> Effect<Action> {
    state.apply(change.edit)
    state.unsavedChanges.append(change)
    return state.unsavedChanges.count == 1 ? saveNext(state) : .none
  }

  private func saveNext(_ state: State) -> Effect<Action> {
    guard let change = state.unsavedChanges.first,
      let id = state.transcript.loaded?.transcription.id
    else { return .none }
    return .respond(with: Action.saveResponse) {
      switch change.edit {
      case .speakers(let edit): try await database.editSpeakers(id: id, with: edit)
      case .text(let edit): try await database.editTranscription(id: id, with: edit)
      }
    }
  }

  func handleSaveResponse(_ result: Result<Void, any Error>, _ state: inout State) -> Effect<Action>
  {
    switch result {
    case .failure(let error):
      // The stored text wins. The typed text is kept, to be tried again.
      let file = state.unsavedChanges.lazy.compactMap(\.typed?.file).last
      if let id = state.transcript.loaded?.transcription.id {
        state.$undoSteps.withLock { $0.removeLast(state.unsavedChanges.count, of: id) }
      }
      state.unsavedChanges = []
      state.destination = .alert(.notSaved(error, editedFile: file))
      return .merge(.send(.delegate(.saveFailed(error))), load(state.recording.id))

    case .success:
      guard !state.unsavedChanges.isEmpty
      else { return .none }
      let change = state.unsavedChanges.removeFirst()
      if let typed = change.typed { state.dropSaved(typed) }
      guard state.unsavedChanges.isEmpty
      else { return saveNext(state) }
      state.restoreUnsavedText()
      return .send(.delegate(.editsSaved))
    }
  }

  private func saveDetails(_ typed: UnsavedText, _ state: State) -> Effect<Action> {
    .respond(with: { .detailsSaveResponse($0, typed) }) { [recording = state.$recording] in
      try await recording.save()
    }
  }

  func handleDetailsSaveResponse(
    _ result: Result<Void, any Error>, _ typed: UnsavedText, _ state: inout State
  ) -> Effect<Action> {
    switch result {
    case .failure(let error):
      state.destination = .alert(.notSaved(error))
    case .success:
      state.dropSaved(typed)
      state.restoreUnsavedText()
    }
    return .none
  }

  func handleAlert(_ alert: Alert, _ state: inout State) -> Effect<Action> {
    switch alert {
    case .copyTypedTextButtonTapped:
      return state.postponeOfferedText().map { copy($0.text, as: "Your text") } ?? .none

    case .discardTypedTextButtonTapped:
      if let offeredText = state.offeredText { state.drop(offeredText) }
      state.offeredText = nil
      state.destination = nil
      state.restoreUnsavedText()
      return .none

    case .editTypedTextButtonTapped:
      return state.postponeOfferedText().map { openEditor(with: $0, &state) } ?? .none

    case .forgetVoiceButtonTapped(let name):
      return forgetVoice(name)

    case .rememberVoiceButtonTapped(let id):
      return rememberVoice(of: id, state)

    case .saveTypedTextButtonTapped:
      guard let offeredText = state.offeredText
      else { return .none }
      state.offeredText = nil
      return replaceText(by: offeredText, &state) ?? .none
    }
  }
}
