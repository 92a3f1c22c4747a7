public import ComposableTerminal
public import SharedModels

/// The line about a memo that a person edits: its title, or its tags.
public struct RecordingEdit: Equatable, Sendable {
  public enum Field: Equatable, Sendable {
    case tags, title
    /// Tags that several memos get or lose.
    case tagChanges
  }

  public let field: Field
  public let recordingIDs: [Recording.ID]

  /// Changes the memo.
  func apply(_ text: String, to recording: inout Recording) {
    switch field {
    case .title:
      recording.title = text
    case .tags:
      recording.tags = TagChange.tags(listed: text)
    case .tagChanges:
      recording.tags = TagChange(written: text).applied(to: recording.tags)
    }
  }
}

extension TextPrompt<RecordingEdit>.State {
  /// A prompt for tags that several memos get or lose.
  init(tagsOf ids: [Recording.ID]) {
    self.init(
      "Tags for \(ids.count) memos, separated by commas",
      for: RecordingEdit(field: .tagChanges, recordingIDs: ids),
      placeholder: "work, -home", remark: "A tag with - before it is taken away.",
      isRequired: true)
  }

  /// A prompt that begins with the memo's own text.
  public init(_ field: RecordingEdit.Field, of recording: Recording) {
    let edit = RecordingEdit(field: field, recordingIDs: [recording.id])
    switch field {
    case .tags:
      self.init(
        "Tags, separated by commas", for: edit, text: recording.tags.joined(separator: ", "),
        placeholder: "No tags")
    case .tagChanges:
      self.init(tagsOf: [recording.id])
    case .title:
      self.init(
        "Title", for: edit, text: recording.title, placeholder: "A title is required",
        isRequired: true)
    }
  }
}
