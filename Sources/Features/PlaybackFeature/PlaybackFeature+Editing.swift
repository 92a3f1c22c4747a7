import ComposableArchitecture
import DatabaseClient
import SharedModels
import TerminalClient
import TextEditorClient

extension PlaybackFeature {
  func saveWhatIsEdited(_ state: inout State) -> Effect<Action> {
    guard let editing = state.editing
    else { return .none }
    state.editing = nil
    state.dropDraft(of: editing)
    guard editing.isChanged
    else { return .none }
    switch editing.target {
    case .speaker(let id):
      state.undoSteps.append(.speaker(id, state.transcript.loaded?.transcription.speaker(id)?.name))
      return name(id, editing.field.text, &state)

    case .tags:
      state.undoSteps.append(.tags(state.recording.tags))
      state.$recording.withLock { $0.tags = TagChange.tags(listed: editing.field.text) }
      return .none

    case .title:
      state.undoSteps.append(.title(state.recording.title))
      state.$recording.withLock {
        $0.title = editing.field.text.trimmingCharacters(in: .whitespaces)
      }
      return .none

    case .segment(let segment):
      guard
        let edit = state.transcript.loaded?.edit(
          segment: segment, text: editing.field.text, at: now)
      else { return .none }
      state.undoSteps.append(.text(edit))
      return make(edit, &state)
    }
  }

  func undo(_ state: inout State) -> Effect<Action> {
    switch state.undoSteps.popLast() {
    case .speaker(let id, let name):
      return self.name(id, name, &state)

    case .tags(let tags):
      state.$recording.withLock { $0.tags = tags }
      return .none

    case .text(let edit):
      return make(edit.inverse, &state)

    case .title(let title):
      state.$recording.withLock { $0.title = title }
      return .none

    case .typed(let editing):
      state.editing = editing
      state.keepDraft()
      return .none

    case nil:
      return .none
    }
  }

  private func make(_ edit: TranscriptionEdit, _ state: inout State) -> Effect<Action> {
    state.apply(edit)
    state.unsavedEdits.append(edit)
    return state.unsavedEdits.count == 1 ? saveNext(state) : .none
  }

  /// Saves one edit after the other: each builds on those before it.
  func saveNext(_ state: State) -> Effect<Action> {
    guard let edit = state.unsavedEdits.first, let id = state.transcript.loaded?.transcription.id
    else { return .none }
    return .run { send in
      await send(
        .saveResponse(
          Result {
            try await database.editTranscription(id: id, with: edit)
            return edit
          }))
    }
  }

  // MARK: The person's own editor

  /// Opens the whole text in the person's editor, which has the terminal until it ends.
  func openEditor(_ state: State) -> Effect<Action> {
    guard let transcription = state.transcript.loaded?.transcription
    else { return .none }
    return .run { send in
      let result = await Result {
        let edited = LockIsolated<EditedText?>(nil)
        try await terminal.lend {
          let text = try await textEditor.open(text: transcription.editableText)
          edited.setValue(text)
        }
        guard let text = edited.value
        else { throw CancellationError() }
        return text
      }
      await send(.editorResponse(result, of: transcription.id))
    }
  }

  func takeEdited(
    _ result: Result<EditedText, any Error>, of id: Transcription.ID, _ state: inout State
  ) -> Effect<Action> {
    switch result {
    case .failure(let error):
      state.alert = .notEdited(error)
      return .none

    case .success(let edited):
      guard let transcription = state.transcript.loaded?.transcription, transcription.id == id
      else {
        state.alert = .editedTextKept(edited.file.path)
        return .none
      }
      let text = Transcription.text(fromEditable: edited.text)
      let discard = Effect<Action>.run { _ in textEditor.discard(file: edited.file) }
      guard edited.text != transcription.editableText,
        let edit = transcription.edit(text: text, at: now)
      else { return discard }
      guard !text.isEmpty
      else {
        state.alert = .editedTextEmpty
        return discard
      }
      state.undoSteps.append(.text(edit))
      // What was typed is kept as a draft if it cannot be saved.
      return .merge(make(edit, &state), discard)
    }
  }

  // MARK: Copying

  /// Gives text to the clipboard of the terminal, which may be on another machine.
  func copy(_ target: CopyTarget, _ state: State) -> Effect<Action> {
    guard let text = state.text(of: target)
    else { return .none }
    return .run { send in
      let encoded = Data(text.utf8).base64EncodedString()
      try? await terminal.write(bytes: Array("\u{1b}]52;c;\(encoded)\u{7}".utf8))
      await send(.delegate(.noted("\(target.noun) was given to the terminal's clipboard.")))
    }
  }
}
