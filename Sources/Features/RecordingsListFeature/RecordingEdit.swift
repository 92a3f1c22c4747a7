public import ComposableTerminal
import IdentifiedCollections
public import SharedModels
public import Tagged
import UndoCore

public struct RecordingEdit: Equatable, Sendable {
  public enum Field: Equatable, Sendable {
    case tags, title
    case tagChanges
  }

  public let field: Field
  public let recordingIDs: [Recording.ID]

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
  func unsavedText(in recordings: IdentifiedArrayOf<Recording>) -> UnsavedText? {
    let (kind, original): (UnsavedText.Kind, String?) =
      switch subject.field {
      case .tagChanges: (.tagChanges, "")
      case .tags: (.tags, firstRecording(in: recordings)?.tags.joined(separator: ", "))
      case .title: (.title, firstRecording(in: recordings)?.title)
      }
    guard let first = subject.recordingIDs.first, let original, text.text != original
    else { return nil }
    return UnsavedText(
      kind, of: first, original: original, text: text.text,
      otherRecordingIDs: Array(subject.recordingIDs.dropFirst()))
  }

  private func firstRecording(in recordings: IdentifiedArrayOf<Recording>) -> Recording? {
    subject.recordingIDs.first.flatMap { recordings[id: $0] }
  }

  init(tagsOf ids: [Recording.ID]) {
    self.init(
      "Tags for \(ids.count.counted("memo")), separated by commas",
      for: RecordingEdit(field: .tagChanges, recordingIDs: ids),
      placeholder: "work, -home", remark: "Put - before a tag to remove it.",
      isRequired: true)
  }

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
