import ArgumentParsing
import DatabaseClient
import Dependencies
import HostedLibraries
import Styleguide
import TerminalClient
import TokenCore

extension CommandTable {
  static let libraries: Command = {
    let hosting = HostingParameters()
    let list = Command(
      "list", summary: "List the libraries with their priority and weight"
    ) { arguments in
      try await listLibraries(in: try hosting.hosted(arguments))
    }
    return Command(
      "libraries", summary: "Manage the libraries in a PostgreSQL database",
      discussion: """
        SPEECHMEMO_DATABASE or --database is the address of the database. 'prepare' must connect as \
        the role that owns the tables, not as the role that serves them.
        """,
      options: hosting.parameters, refusedOptions: GlobalOptions.localOnly,
      traits: [.ignoresLibrary],
      subcommands: [
        list, addLibrary(hosting), shareLibrary(hosting), prepareLibraries(hosting),
        transcribers(hosting),
      ],
      run: list.run)
  }()

  private static let libraryName = Parameter<String>.argument("NAME", help: "The library's name.")

  private static func listLibraries(in hosted: HostedLibraries) async throws {
    @Dependency(\.terminal) var terminal
    let shares = try await hosted.libraries.shares()
    let width = shares.keys.map(\.printable.columns).max() ?? 0
    let ink = Ink(terminal)
    for (name, share) in shares.sorted(by: { $0.key < $1.key }) {
      try terminal.line(
        "\(name.printable.padded(to: width))  "
          + ink.dim("priority \(share.priority), weight \(share.weight)"),
        json: ["name": name, "priority": share.priority, "weight": share.weight])
    }
    if shares.isEmpty {
      terminal.hint("No libraries yet. Create one with 'speechmemo libraries add NAME'.")
    }
  }

  private static func addLibrary(_ hosting: HostingParameters) -> Command {
    Command("add", summary: "Create an empty library", arguments: [libraryName]) { arguments in
      @Dependency(\.terminal) var terminal
      let name = arguments[libraryName]
      guard try await hosting.hosted(arguments).add(named: name)
      else {
        throw CommandFailure("a library named '\(name)' already exists: choose another name")
      }
      try terminal.note(
        """
        Created the library '\(name)'. To create a token for it, run \
        'SPEECHMEMO_LIBRARY=\(name) speechmemo tokens add NAME'.
        """, json: ["event": "added", "library": name])
    }
  }

  private static func shareLibrary(_ hosting: HostingParameters) -> Command {
    let priority = Parameter<Int?>.option(
      "priority", placeholder: "N",
      help: "Libraries with a higher priority are transcribed first. Initially 0.")
    let weight = Parameter<Double?>.option(
      "weight", placeholder: "X",
      help: "The library's share of the transcribed audio, relative to others. Initially 1.",
      check: { $0.isFinite && $0 > 0 ? nil : "must be more than 0" })
    return Command(
      "share", summary: "Set a library's priority and weight", options: [priority, weight],
      arguments: [libraryName]
    ) { arguments in
      @Dependency(\.terminal) var terminal
      let name = arguments[libraryName]
      let libraries = try hosting.hosted(arguments).libraries
      guard var share = try await libraries.shares()[name]
      else { throw DatabaseError.notFound(library: name) }
      share.priority = arguments[priority] ?? share.priority
      share.weight = arguments[weight] ?? share.weight
      try await libraries.setShare(of: name, share: share)
      try terminal.note(
        "'\(name)' now has priority \(share.priority) and weight \(share.weight)",
        json: ["event": "shared", "library": name])
    }
  }

  private static func prepareLibraries(_ hosting: HostingParameters) -> Command {
    let role = Parameter<String?>.option(
      "served-by", placeholder: "ROLE",
      help: "The role that servers and transcribers connect as. Default: speechmemo.")
    return Command(
      "prepare", summary: "Create the tables, or update those of an older version",
      options: [role]
    ) { arguments in
      @Dependency(\.hosting) var client
      @Dependency(\.terminal) var terminal
      let steps = try await client.prepare(
        database: try hosting.address(arguments).database,
        servedBy: arguments[role] ?? "speechmemo")
      try terminal.note(
        steps.isEmpty
          ? "the tables are up to date"
          : "tables created or updated: \(steps.joined(separator: ", "))",
        json: ["event": "prepared", "steps": steps])
    }
  }

  private static func transcribers(_ hosting: HostingParameters) -> Command {
    let list = Command("list", summary: "List tokens and when they were last used") { arguments in
      @Dependency(\.terminal) var terminal
      try terminal.list(
        try await hosting.hosted(arguments).libraries.transcribers(),
        ifEmpty:
          "No transcriber tokens yet. 'speechmemo libraries transcribers add NAME' creates one.")
    }
    let add = Command(
      "add", summary: "Create a token and print it", arguments: [tokenName]
    ) { arguments in
      @Dependency(\.terminal) var terminal
      let name = arguments[tokenName]
      let libraries = try hosting.hosted(arguments).libraries
      let text = try await TranscriberIssuer(in: libraries).add(named: name)
      try terminal.line(text, json: ["event": "added", "name": name, "token": text])
      terminal.hint(
        """
        '\(name.printable)' can transcribe for all libraries, but not open them. Save the token \
        now: it cannot be shown again. 'speechmemo transcriber --server URL --token-file FILE' \
        uses it.
        """)
    }
    let revoke = Command("revoke", summary: "Revoke a token", arguments: [tokenName]) { arguments in
      @Dependency(\.terminal) var terminal
      let name = arguments[tokenName]
      guard try await hosting.hosted(arguments).libraries.removeTranscriber(name: name)
      else {
        throw CommandFailure(
          """
          the database has no transcriber named '\(name.printable)': 'speechmemo libraries \
          transcribers' shows all transcribers
          """)
      }
      try terminal.noteRevocation(of: name)
    }
    return Command(
      "transcribers",
      summary: "Manage the tokens of transcribers that work through a server",
      subcommands: [list, add, revoke], run: list.run)
  }
}
