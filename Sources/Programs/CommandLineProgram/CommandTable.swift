public import ArgumentParsing
import Dependencies
import TerminalClient

public enum CommandTable {
  public static func speechmemo(version: String) -> Command {
    Command(
      "speechmemo",
      summary: "Record, transcribe and search spoken memos",
      discussion: """
        Without a command, speechmemo opens the app. Memos are stored in $SPEECHMEMO_HOME, by default \
        in ~/.local/share/speechmemo. An ID can be shortened to any unique prefix. A title or its \
        beginning works too; last is the memo with the latest recording date, and last~1 the one \
        before it. The options below can be given before or after the command.

        With --server or SPEECHMEMO_SERVER, commands use a server's library; the token comes from \
        SPEECHMEMO_TOKEN, or from the file named after the server in ~/.config/speechmemo/tokens. \
        SPEECHMEMO_DATABASE selects a database with many libraries, SPEECHMEMO_AUDIO their audio \
        store, and SPEECHMEMO_LIBRARY one of the libraries.
        """,
      options: GlobalOptions.all,
      subcommands: [AppCommand.command]
        + [
          record, play, `import`, transcribe, watch, list, show, search, export, edit, rename, tag,
          favorite, delete, undo, history, emptyTrash, tidy, maintain, retry, backup, restore,
          verify, move, recover, migrate, share, speakers, stats, summarize, settings, serve,
          transcriber,
        ].map(\.sendingWebhooks) + [
          models, setupEngine, tokens, libraries, mcp, doctor, devices,
          completions(version: version), manual(version: version),
          complete,
          sendWebhooks,
        ],
      version: version)
  }

  private static func completions(version: String) -> Command {
    let shell = Parameter<Shell>.argument("SHELL", help: "The shell.")
    return Command(
      "completions", summary: "Print completions for a shell",
      refusedOptions: ["json": "it prints a script for a shell"], traits: [.ignoresLibrary],
      arguments: [shell]
    ) { arguments in
      @Dependency(\.terminal) var terminal
      try terminal.print(
        text: speechmemo(version: version).completionScript(for: arguments[shell]), to: .output)
    }
  }

  private static func manual(version: String) -> Command {
    Command(
      "manual", summary: "Print the manual page",
      refusedOptions: ["json": "it prints a manual page"], traits: [.ignoresLibrary]
    ) { _ in
      @Dependency(\.terminal) var terminal
      try terminal.print(text: Manual.page(version: version), to: .output)
    }
  }

  static let id = Parameter<String>.argument(
    "ID", completion: .speechmemo(.memos), help: "The memo's ID, its title, or last.")
  static let optionalIDs = Parameter<[String]>.arguments(
    "ID", completion: .speechmemo(.memos), isRequired: false, help: "The memos' IDs or titles.")
}
