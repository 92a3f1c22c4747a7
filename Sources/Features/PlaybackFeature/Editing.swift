public import SharedModels
public import Tagged
public import TerminalUI
public import UndoCore

extension PlaybackFeature {
  public struct Editing: Equatable, Sendable {
    public enum Target: Equatable, Sendable {
      case segment(Int)
      case segments(Range<Int>)
      case speaker(Speaker.ID)
      case tags
      case title

      var segments: Range<Int>? {
        switch self {
        case .segment(let segment): segment..<segment + 1
        case .segments(let range): range
        case .speaker, .tags, .title: nil
        }
      }
    }

    public var field: TextFieldState
    public let target: Target
    private let original: TextFieldState

    public init(_ target: Target, text: String) {
      self.target = target
      field = TextFieldState(text)
      original = field
    }

    /// Starts with `typed`, unsaved or suggested text, instead of the current `text`.
    public init(_ target: Target, text: String, typed: String) {
      self.init(target, text: text)
      field = TextFieldState(typed)
    }

    public var originalText: String { original.text }

    /// Compared with the field's initial text, in which a line break is a space.
    var isChanged: Bool { field.text != original.text }
  }

  public struct UnsavedChange: Equatable, Sendable {
    public enum Edit: Equatable, Sendable {
      case speakers(SpeakerEdit)
      case text(TranscriptionEdit)
    }

    public let edit: Edit
    /// Kept until the change is saved.
    public let typed: UnsavedText?

    public init(_ edit: Edit, typed: UnsavedText? = nil) {
      self.edit = edit
      self.typed = typed
    }
  }
}
