public import ArgumentParsing
import Dependencies
import TerminalClient

/// The program's commands, as data.
public enum CommandTable {
  /// - Parameter version: What `--version` prints.
  public static func speechmemo(version: String) -> Command {
    Command(
      "speechmemo",
      summary: "Spoken memos in, timed transcripts out, all on this machine",
      discussion: """
        Memos are kept in the folder that SPEECHMEMO_HOME names, else in speechmemo below \
        XDG_DATA_HOME, else in ~/.local/share/speechmemo. An ID may be shortened to any \
        unique prefix; in its place a title or its beginning will do, and last for the newest \
        memo, last~1 for the one before it. Without a command it opens the app. The options \
        below are understood before a command's name and after it. SPEECHMEMO_SERVER is the same \
        as --server; the token for it is in SPEECHMEMO_TOKEN, or in a file that is named after the \
        server, in speechmemo/tokens below XDG_CONFIG_HOME. SPEECHMEMO_DATABASE names a database \
        with many libraries, SPEECHMEMO_LIBRARY the one of them that is meant, and SPEECHMEMO_AUDIO \
        where its sound is.
        """,
      options: GlobalOptions.all,
      subcommands: [AppCommand.command]
        + [
          record, play, `import`, transcribe, watch, list, show, search, export, edit, rename, tag,
          favorite, delete, undo, emptyTrash, tidy, maintain, retry, backup, restore, verify, move,
          recover, migrate, share, speakers, stats, settings, serve, transcriber,
        ].map(\.tellingWebhook) + [
          models, tokens, libraries, mcp, doctor, devices, completions(version: version),
          manual(version: version),
          complete,
          sendWebhooks,
        ],
      version: version)
  }

  /// The script that teaches a shell to complete the program's commands.
  private static func completions(version: String) -> Command {
    let shell = Parameter<Shell>.argument("SHELL", help: "bash, zsh or fish.")
    return Command(
      "completions", summary: "Print the completions for a shell", arguments: [shell]
    ) { arguments in
      @Dependency(\.terminal) var terminal
      try terminal.print(
        text: speechmemo(version: version).completionScript(for: arguments[shell]), to: .output)
      return .done
    }
  }

  /// The manual page, in the language of `man`.
  private static func manual(version: String) -> Command {
    Command("manual", summary: "Print the manual page") { _ in
      @Dependency(\.terminal) var terminal
      try terminal.print(text: Manual.page(version: version), to: .output)
      return .done
    }
  }

  static let json = GlobalOptions.json

  static let id = Parameter<String>.argument(
    "ID", completion: .speechmemo(.memos), help: "The memo's ID, its title, or last.")
  static let optionalIDs = Parameter<[String]>.arguments(
    "ID", completion: .speechmemo(.memos), isRequired: false, help: "The memos' IDs or titles.")
}
