import ArgumentParsing
import DatabaseClient
import Dependencies
import Foundation
import HostedLibraries
import Styleguide
import TerminalClient
import TokenCore

struct TranscribersCommand {
  let hosted: HostedLibraries
  var json = false

  @Dependency(\.terminal) private var terminal
  @Dependency(\.timeZone) private var timeZone

  func add(_ name: String) async throws {
    let text = try await TranscriberIssuer(in: hosted.libraries).add(named: name)
    if json { return try terminal.json(Added(name: name, token: text)) }
    try terminal.line(text)
    terminal.note(
      """
      '\(name.printable)' can transcribe for all libraries, but not open them. Save the token now: it \
      cannot be shown again. 'speechmemo transcriber --server URL --token-file FILE' uses it.
      """)
  }

  func list() async throws {
    let tokens = try await hosted.libraries.transcribers()
    let ink = Ink(terminal)
    let width = tokens.map(\.name.printable.columns).max() ?? 0
    var time = LocalTime(timeZone: timeZone)
    for token in tokens {
      if json {
        try terminal.json(
          Listed(name: token.name, createdAt: token.createdAt, lastUsedAt: token.lastUsedAt))
        continue
      }
      let used = token.lastUsedAt.map { "used \(time.text(for: $0))" } ?? "never used"
      try terminal.line("\(token.name.printable.padded(to: width))  \(ink.dim(used))")
    }
    if tokens.isEmpty, !json {
      terminal.note(
        "No transcriber tokens yet. 'speechmemo libraries transcribers add NAME' creates one."
      )
    }
  }

  func revoke(_ name: String) async throws {
    guard try await hosted.libraries.removeTranscriber(name: name)
    else {
      throw CommandFailure(
        """
        the database has no transcriber named '\(name.printable)': 'speechmemo libraries transcribers' \
        shows all transcribers
        """)
    }
    if json { return try terminal.json(Revoked(name: name)) }
    terminal.note("revoked '\(name.printable)'")
  }

  private struct Added: Encodable {
    var event = "added"
    let name: String
    let token: String
  }

  private struct Listed: Encodable {
    let name: String
    let createdAt: Date
    let lastUsedAt: Date?
  }

  private struct Revoked: Encodable {
    var event = "revoked"
    let name: String
  }
}

extension CommandTable {
  static func transcribers(_ options: HostingParameters) -> Command {
    let name = Parameter<String>.argument(
      "NAME", help: "The token's name, such as that of the machine that uses it.",
      check: TokenRules.problem)
    @Sendable func command(_ arguments: ParsedArguments) throws -> TranscribersCommand {
      TranscribersCommand(hosted: try options.hosted(arguments), json: arguments[json])
    }
    return Command(
      "transcribers",
      summary: "Manage the tokens of transcribers that work through a server",
      subcommands: [
        Command("list", summary: "List tokens and when they were last used") { arguments in
          try await command(arguments).list()
        },
        Command("add", summary: "Create a token and print it", arguments: [name]) { arguments in
          try await command(arguments).add(arguments[name])
        },
        Command(
          "revoke", summary: "Revoke a token", arguments: [name]
        ) { arguments in
          try await command(arguments).revoke(arguments[name])
        },
      ]
    ) { arguments in
      try await command(arguments).list()
    }
  }
}
