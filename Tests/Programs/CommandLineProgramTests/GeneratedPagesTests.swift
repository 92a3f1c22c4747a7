import Foundation
import SharedSettings
import Testing

@testable import ArgumentParsing
@testable import CommandLineProgram

/// Pages of `docs/` that the code writes. `make docs` updates them.
struct GeneratedPagesTests {
  @Test("The command reference lists every command with its options")
  func commands() throws {
    let program = CommandPath(commands: [CommandTable.speechmemo(version: "")])
    try Page("commands").check(
      """
      # Commands

      This page lists every command of `speechmemo` with its arguments and options. The
      [guide](guide.md) shows everyday use.

      \(program.visiblePaths.map(\.markdown).joined(separator: "\n\n"))

      """)
  }

  @Test("The configuration lists every setting and every environment variable")
  func configuration() throws {
    let settings = Setting.allCases.map { setting in
      let value = setting.defaultText.isEmpty ? "empty" : "`\(setting.defaultText)`"
      return "| `\(setting.rawValue)` | \(value) | \(setting.help.inTable) |"
    }
    let variables = EnvironmentVariable.all.map { "| `\($0.name)` | \($0.help.inTable) |" }
    let files = DataFile.all.map { "| `\($0.path)` | \($0.help.inTable) |" }
    try Page("configuration").check(
      """
      # Configuration

      This page lists the settings, environment variables, and files of SpeechMemo.

      ```sh
      speechmemo settings                     # shows all settings
      speechmemo settings theme dark          # changes one
      ```

      Options override environment variables, which override settings.

      ## Settings

      Settings belong to a library. Change them with `speechmemo settings NAME VALUE`, in the app, or
      over HTTP. To reset a setting, change it to its default.

      | Name | Default | Value and effect |
      |---|---|---|
      \(settings.joined(separator: "\n"))
      | `\(WebhookCommand.name)` | none | \(WebhookCommand.help.inTable) |

      ## Environment variables

      Paths in `SPEECHMEMO_HOME`, `SPEECHMEMO_ENGINE`, and `SPEECHMEMO_HELPER` can begin with `~/` or
      be relative to the current folder. Relative paths in `XDG_…` are ignored, as the XDG
      specification requires.

      | Name | Effect |
      |---|---|
      \(variables.joined(separator: "\n"))

      ## Files

      | Path | Content |
      |---|---|
      \(files.joined(separator: "\n"))

      """)
  }

  @Test("Every variable that the sources read is in the table of variables")
  func variables() throws {
    let known = Set(EnvironmentVariable.all.map(\.name))
    // The program sets these for the engine it starts.
    let ofEngine: Set = [
      "SPEECHMEMO_COMPUTE", "SPEECHMEMO_REPAIR", "SPEECHMEMO_SPEAKERS", "SPEECHMEMO_THREADS",
    ]
    let sources = Page.root.appendingPathComponent("Sources")
    let files = try FileManager.default.subpathsOfDirectory(atPath: sources.path)
    for file in files where file.hasSuffix(".swift") || file.hasSuffix(".py") {
      let text = try String(contentsOf: sources.appendingPathComponent(file), encoding: .utf8)
      for match in text.matches(of: /"(SPEECHMEMO_[A-Z0-9]+(?:_[A-Z0-9]+)*)"/) {
        let name = String(match.1)
        #expect(known.contains(name) || ofEngine.contains(name), "\(name) in \(file)")
      }
    }
  }
}

/// A generated page.
private struct Page {
  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  let file: URL

  init(_ name: String) {
    file = Self.root.appendingPathComponent("docs/\(name).md")
  }

  /// Compares the file with its text, or writes it if `SPEECHMEMO_UPDATE_DOCS` is set.
  func check(_ text: String) throws {
    if ProcessInfo.processInfo.environment["SPEECHMEMO_UPDATE_DOCS"] != nil {
      try Data(text.utf8).write(to: file)
    }
    let current = try String(contentsOf: file, encoding: .utf8)
    #expect(current == text, "docs/\(file.lastPathComponent) is stale: run 'make docs'")
  }
}

extension CommandPath {
  fileprivate var markdown: String {
    let depth = commands.count == 1 ? "##" : String(repeating: "#", count: min(commands.count, 3))
    var parts = ["\(depth) \(name)", command.summary + ".", "```text\n\(usage)\n```"]
    if !command.discussion.isEmpty {
      parts += command.discussion.paragraphs.map { $0.inProse }
    }
    let options =
      command.options.map(\.specification) + (commands.count == 1 ? builtIns : [])
    let rows =
      arguments.map { ($0.usage, $0.fullHelp) }
      + options.map { (String($0.heading.drop { $0 == " " }), $0.fullHelp) }
    if !rows.isEmpty {
      parts.append(
        (["| | |", "|---|---|"] + rows.map { "| `\($0.0)` | \($0.1.inTable) |" })
          .joined(separator: "\n"))
    }
    return parts.joined(separator: "\n\n")
  }
}

extension String {
  /// Text in a table's cell.
  fileprivate var inTable: String {
    inProse.replacing("|", with: "\\|")
  }

  /// Text in which Markdown finds no markup.
  fileprivate var inProse: String {
    split(whereSeparator: \.isWhitespace).joined(separator: " ")
      .replacing("<", with: "&lt;").replacing("*", with: "\\*")
      .replacing(/\$?\b[A-Z0-9]+(?:_[A-Z0-9]+)+\b/) { "`\($0.output)`" }
  }
}
