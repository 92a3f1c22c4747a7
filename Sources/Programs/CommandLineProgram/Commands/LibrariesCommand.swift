import ArgumentParsing
import DatabaseClient
import Dependencies
import HostedLibraries
import Styleguide
import TerminalClient

struct LibrariesCommand {
  let hosted: HostedLibraries
  var json = false

  @Dependency(\.terminal) private var terminal

  func add(_ name: String) async throws {
    guard try await hosted.add(named: name)
    else { throw CommandFailure("a library named '\(name)' already exists: choose another name") }
    if json { return try terminal.json(Changed(event: "added", library: name)) }
    terminal.note(
      """
      Created the library '\(name)'. To create a token for it, run \
      'SPEECHMEMO_LIBRARY=\(name) speechmemo tokens add NAME'.
      """)
  }

  func list() async throws {
    let shares = try await hosted.libraries.shares()
    let width = shares.keys.map(\.printable.columns).max() ?? 0
    for (name, share) in shares.sorted(by: { $0.key < $1.key }) {
      if json {
        try terminal.json(Listed(name: name, priority: share.priority, weight: share.weight))
      } else {
        let ink = Ink(terminal)
        try terminal.line(
          "\(name.printable.padded(to: width))  "
            + ink.dim("priority \(share.priority), weight \(share.weight)"))
      }
    }
    if shares.isEmpty, !json {
      terminal.note("No libraries yet. Create one with 'speechmemo libraries add NAME'.")
    }
  }

  /// Sets a library's share of the transcribers.
  func share(_ name: String, priority: Int?, weight: Double?) async throws {
    guard var share = try await hosted.libraries.shares()[name]
    else { throw DatabaseError.notFound(library: name) }
    share.priority = priority ?? share.priority
    share.weight = weight ?? share.weight
    try await hosted.libraries.setShare(of: name, share: share)
    if json { return try terminal.json(Changed(event: "shared", library: name)) }
    terminal.note("'\(name)' now has priority \(share.priority) and weight \(share.weight)")
  }

  static func prepare(_ database: String, servedBy role: String, json: Bool) async throws {
    @Dependency(\.hosting) var hosting
    @Dependency(\.terminal) var terminal
    let steps = try await hosting.prepare(database: database, servedBy: role)
    if json { return try terminal.json(Prepared(steps: steps)) }
    terminal.note(
      steps.isEmpty
        ? "the tables are up to date"
        : "tables created or updated: \(steps.joined(separator: ", "))")
  }

  private struct Changed: Encodable {
    let event: String
    let library: String
  }

  private struct Listed: Encodable {
    let name: String
    let priority: Int
    let weight: Double
  }

  private struct Prepared: Encodable {
    var event = "prepared"
    let steps: [String]
  }
}

extension CommandTable {
  static let libraries: Command = {
    let options = HostingParameters()
    let name = Parameter<String>.argument("NAME", help: "The library's name.")
    let role = Parameter<String?>.option(
      "served-by", placeholder: "ROLE",
      help: "The role that servers and transcribers connect as. Default: speechmemo.")
    let priority = Parameter<Int?>.option(
      "priority", placeholder: "N",
      help: "Libraries with a higher priority are transcribed first. Initially 0.")
    let weight = Parameter<Double?>.option(
      "weight", placeholder: "X",
      help: "The library's share of the transcribed audio, relative to others. Initially 1.",
      check: { $0.isFinite && $0 > 0 ? nil : "must be more than 0" })
    @Sendable func command(_ arguments: ParsedArguments) throws -> LibrariesCommand {
      LibrariesCommand(hosted: try options.hosted(arguments), json: arguments[json])
    }
    return Command(
      "libraries", summary: "Manage the libraries in a PostgreSQL database",
      discussion: """
        SPEECHMEMO_DATABASE or --database is the address of the database. 'prepare' must connect as \
        the role that owns the tables, not as the role that serves them.
        """,
      options: options.parameters, refusedOptions: GlobalOptions.localOnly,
      traits: [.ignoresLibrary],
      subcommands: [
        Command(
          "list", summary: "List the libraries with their priority and weight"
        ) { arguments in
          try await command(arguments).list()
        },
        Command(
          "add", summary: "Create an empty library", arguments: [name]
        ) { arguments in
          try await command(arguments).add(arguments[name])
        },
        Command(
          "share", summary: "Set a library's priority and weight",
          options: [priority, weight], arguments: [name]
        ) { arguments in
          try await command(arguments).share(
            arguments[name], priority: arguments[priority], weight: arguments[weight])
        },
        Command(
          "prepare", summary: "Create the tables, or update those of an older version",
          options: [role]
        ) { arguments in
          try await LibrariesCommand.prepare(
            try options.address(arguments).database,
            servedBy: arguments[role] ?? "speechmemo", json: arguments[json])
        },
        transcribers(options),
      ]
    ) { arguments in
      try await command(arguments).list()
    }
  }()
}
