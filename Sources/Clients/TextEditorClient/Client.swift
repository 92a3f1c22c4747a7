public import Dependencies
public import DependenciesMacros
public import Foundation

@DependencyClient
public struct TextEditorClient: Sendable {
  public var close: @Sendable () -> Void

  public var command: @Sendable () -> String = { "vi" }

  public var discard: @Sendable (_ file: URL) -> Void

  /// Opens the text in a private file, and returns when the editor exits. The editor uses the
  /// terminal even if the standard streams are files or pipes. Throws ``TextEditorFailure``.
  public var open: @Sendable (_ text: String) async throws -> EditedText

  /// The changed texts that open editors save, looked for each second, until canceled.
  public var saves: @Sendable () -> AsyncStream<EditedText> = { AsyncStream { $0.finish() } }
}

public struct EditedText: Equatable, Sendable {
  public let file: URL
  public let text: String

  public init(file: URL, text: String) {
    self.file = file
    self.text = text
  }
}

public enum TextEditorFailure: Error, Equatable, CustomStringConvertible {
  case noFile(path: String, reason: String)
  case noTerminal
  /// `kept` is the changed text, if any; `leftBehind` are the editor's own recovery files.
  case unsuccessful(command: String, reason: String, kept: EditedText?, leftBehind: [URL] = [])
  case unreadable(file: URL, reason: String)

  public var description: String {
    switch self {
    case .noFile(let path, let reason):
      "\(path) cannot be written: \(reason); set TMPDIR to a writable folder"
    case .noTerminal: "the editor needs a terminal; nothing was changed"
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
  public var textEditor: TextEditorClient {
    get { self[TextEditorClient.self] }
    set { self[TextEditorClient.self] = newValue }
  }
}
