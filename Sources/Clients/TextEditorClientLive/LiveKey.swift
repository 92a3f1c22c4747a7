public import Dependencies
import Foundation
import POSIX
public import TextEditorClient

extension TextEditorClient: DependencyKey {
  public static let liveValue = live()
}

extension TextEditorClient {
  /// Calls `hasTerminal` with `true` before the editor starts and `false` after it exits; signals
  /// from keys are for the editor in between. `terminal` is a path; `nil` uses the program's.
  public static func live(
    environment: [String: String]? = nil,
    terminal path: String? = nil,
    savePause: Duration = .seconds(1),
    hasTerminal: @escaping @Sendable (Bool) -> Void = { _ in }
  ) -> Self {
    let variables: @Sendable () -> [String: String] = {
      environment ?? ProcessText.environment
    }
    let editors = OpenEditors()
    return Self(
      close: { editors.close() },
      command: { command(in: variables()) },
      discard: { try? removeFile($0.path) },
      open: { text in
        try Task.checkCancellation()
        let terminal = try EditorTerminal(at: path)
        let variables = variables()
        let session = try EditorSession(
          command: command(in: variables), text: text,
          folder: ProcessText.temporaryFolder(in: variables))
        return try await session.run(on: terminal, editors, hasTerminal)
      },
      saves: { editors.saves(every: savePause) })
  }

  private static func command(in variables: [String: String]) -> String {
    ["VISUAL", "EDITOR"].lazy.compactMap { variables[$0] }
      .first { !$0.allSatisfy(\.isWhitespace) } ?? "vi"
  }
}
