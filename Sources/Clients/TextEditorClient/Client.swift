public import Dependencies
public import DependenciesMacros
public import Foundation

/// The text editor that a person has chosen.
@DependencyClient
public struct TextEditorClient: Sendable {
  /// Asks the editor that is open to end, so that ``open`` returns what it leaves. Does nothing where
  /// none is.
  public var close: @Sendable () -> Void

  /// The command that starts the editor, as the environment names it: `VISUAL`, else `EDITOR`, else
  /// `vi`.
  public var command: @Sendable () -> String = { "vi" }

  /// Deletes the file of an edited text that is of no more use.
  public var discard: @Sendable (_ file: URL) -> Void

  /// Opens a text in the editor, in a file that nobody but the person can read, and returns when
  /// the editor has ended. A signal that a terminal's keys send is the editor's meanwhile.
  ///
  /// - Throws: ``TextEditorFailure``; `CancellationError` in a task that was cancelled before.
  public var open: @Sendable (_ text: String) async throws -> EditedText
}

/// What a person has made of a text.
public struct EditedText: Equatable, Sendable {
  /// Where it is, until it is discarded.
  public let file: URL
  /// The text.
  public let text: String

  /// Creates a value from its properties.
  public init(file: URL, text: String) {
    self.file = file
    self.text = text
  }
}

/// Why a text was not edited. A line for the person.
public enum TextEditorFailure: Error, Equatable, CustomStringConvertible {
  /// There is no place for the file.
  case noFile(path: String, reason: String)
  /// The editor could not be started, or ended with a failure.
  ///
  /// - Parameters:
  ///   - kept: The text as it was changed before; `nil` where it was not.
  ///   - leftBehind: What the editor has left beside the file, to recover what was typed from.
  case unsuccessful(command: String, reason: String, kept: EditedText?, leftBehind: [URL] = [])
  /// What the editor left behind is no text.
  case unreadable(file: URL, reason: String)

  public var description: String {
    switch self {
    case .noFile(let path, let reason):
      "\(path) cannot be written: \(reason); set TMPDIR to a writable folder"
    case .unsuccessful(let command, let reason, let kept, let leftBehind):
      "the editor '\(command)' \(reason); nothing was changed"
        + (kept.map { ", and your text is kept in \($0.file.path)" } ?? "")
        + (leftBehind.isEmpty
          ? "" : "; it left behind \(leftBehind.map(\.path).joined(separator: ", "))")
    case .unreadable(let file, let reason):
      "\(file.path) cannot be read: \(reason); nothing was changed"
    }
  }
}

extension DependencyValues {
  /// The text editor that a person has chosen.
  public var textEditor: TextEditorClient {
    get { self[TextEditorClient.self] }
    set { self[TextEditorClient.self] = newValue }
  }
}
