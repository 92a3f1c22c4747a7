public import ComposableArchitecture
import Foundation
public import SharedModels
public import Tagged
public import TerminalUI
public import UnsavedTexts

extension PlaybackFeature {
  /// What is being typed.
  public struct Editing: Equatable, Sendable {
    public enum Target: Equatable, Sendable {
      /// A segment of the transcript: about a sentence.
      case segment(Int)
      /// What a speaker is called.
      case speaker(Speaker.ID)
      case tags
      case title
    }

    public var field: TextFieldState
    public let target: Target
    private let original: TextFieldState

    public init(_ target: Target, text: String) {
      self.target = target
      field = TextFieldState(text)
      original = field
    }

    /// Begins with another text than what is there.
    ///
    /// - Parameters:
    ///   - target: What it is the text of.
    ///   - text: What is there.
    ///   - typed: What was typed the last time, or is offered.
    public init(_ target: Target, text: String, typed: String) {
      self.init(target, text: text)
      field = TextFieldState(typed)
    }

    /// What the field showed at first.
    public var originalText: String { original.text }

    /// Compared with what the field showed at first, where a line break is a space.
    var isChanged: Bool { field.text != original.text }
  }

  /// A change that can be undone.
  @CasePathable
  public enum UndoStep: Equatable, Sendable {
    /// What brings back who spoke.
    case speakers(SpeakerEdit)
    /// The tags before.
    case tags([String])
    case text(TranscriptionEdit)
    /// The title before.
    case title(String)
    /// What was typed and not saved.
    case typed(Editing)
  }

  /// A change of the transcript that the database has not confirmed yet.
  public struct UnsavedChange: Equatable, Sendable {
    public enum Edit: Equatable, Sendable {
      case speakers(SpeakerEdit)
      case text(TranscriptionEdit)
    }

    public let edit: Edit
    /// The file in which the text was edited.
    public let editedFile: URL?
    /// What was typed. It is kept until the change is saved.
    public let typed: UnsavedText?

    public init(_ edit: Edit, typed: UnsavedText? = nil, editedFile: URL? = nil) {
      self.edit = edit
      self.editedFile = editedFile
      self.typed = typed
    }
  }
}

extension Transcription {
  /// The edit that brings back who speaks as it is now.
  func inverse(of edit: SpeakerEdit) -> SpeakerEdit {
    if case .name(let id, _) = edit, let speaker = speaker(id), speaker.likelyName == nil {
      return .name(id, speaker.name)
    }
    return .replace(speakers, words: words.map(\.speaker))
  }
}
