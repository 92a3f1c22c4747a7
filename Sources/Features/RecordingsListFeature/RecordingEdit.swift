public import ComposableTerminal
public import SharedModels

/// The line about a memo that a person edits: its title, or its tags.
public struct RecordingEdit: Equatable, Sendable {
  public enum Field: Equatable, Sendable {
    case tags, title
  }

  public let field: Field
  public let recordingID: Recording.ID

  /// Changes the memo.
  func apply(_ text: String, to recording: inout Recording) {
    switch field {
    case .title:
      recording.title = text
    case .tags:
      recording.tags = text.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
    }
  }
}

extension TextPrompt<RecordingEdit>.State {
  /// A prompt that begins with the memo's own text.
  public init(_ field: RecordingEdit.Field, of recording: Recording) {
    let edit = RecordingEdit(field: field, recordingID: recording.id)
    switch field {
    case .tags:
      self.init(
        "Tags, separated by commas", for: edit, text: recording.tags.joined(separator: ", "),
        placeholder: "No tags")
    case .title:
      self.init(
        "Title", for: edit, text: recording.title, placeholder: "A title is required",
        isRequired: true)
    }
  }
}
