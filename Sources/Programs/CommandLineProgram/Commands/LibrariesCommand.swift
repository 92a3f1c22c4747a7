import ArgumentParsing
import DatabaseClient
import Dependencies
import HostedLibraries
import Styleguide
import TerminalClient

/// `speechmemo libraries`: sets up a database with many libraries.
struct LibrariesCommand {
  let hosted: HostedLibraries
  var json = false

  @Dependency(\.terminal) private var terminal

  func add(_ name: String) async throws {
    guard try await hosted.add(named: name)
    else { throw CommandFailure("there is a library '\(name)' already: give another name") }
    if json { return try terminal.json(Changed(event: "added", library: name)) }
    terminal.note(
      """
      '\(name)' is made. 'SPEECHMEMO_LIBRARY=\(name) speechmemo tokens add NAME' lets somebody in.
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
      terminal.note("There is no library. 'speechmemo libraries add NAME' makes one.")
    }
  }

  /// Says what a library gets of those who transcribe for all.
  func share(_ name: String, priority: Int?, weight: Double?) async throws {
    guard var share = try await hosted.libraries.shares()[name]
    else { throw DatabaseError.notFound(library: name) }
    share.priority = priority ?? share.priority
    share.weight = weight ?? share.weight
    try await hosted.libraries.setShare(of: name, share: share)
    if json { return try terminal.json(Changed(event: "shared", library: name)) }
    terminal.note("'\(name)' has priority \(share.priority) and weight \(share.weight)")
  }

  /// Makes the tables.
  static func prepare(_ database: String, servedBy role: String, json: Bool) async throws {
    @Dependency(\.hosting) var hosting
    @Dependency(\.terminal) var terminal
    let steps = try await hosting.prepare(database: database, servedBy: role)
    if json { return try terminal.json(Prepared(steps: steps)) }
    terminal.note(
      steps.isEmpty
        ? "the tables are up to date" : "the tables are made: \(steps.joined(separator: ", "))")
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
    let options = HostingParameters(of: "libraries")
    let name = Parameter<String>.argument("NAME", help: "What the library is called.")
    let role = Parameter<String?>.option(
      "served-by", placeholder: "ROLE",
      help: "The role that servers and transcribers use; speechmemo if none is given.")
    let priority = Parameter<Int?>.option(
      "priority", placeholder: "N",
      help: "Libraries with a higher one are served first; 0 at first.")
    let weight = Parameter<Double?>.option(
      "weight", placeholder: "X",
      help: "For how much sound its turn comes, in proportion to others; 1 at first.",
      check: { $0.isFinite && $0 > 0 ? nil : "must be more than 0" })
    @Sendable func command(_ arguments: ParsedArguments) throws -> LibrariesCommand {
      LibrariesCommand(hosted: try options.hosted(arguments), json: arguments[json])
    }
    return Command(
      "libraries", summary: "Set up a PostgreSQL database that has many libraries",
      discussion: """
        SPEECHMEMO_DATABASE, or --database, says where it is. Who makes the tables is not who serves \
        them: 'prepare' takes the address of the role that is to own them.
        """,
      options: options.parameters,
      subcommands: [
        Command(
          "list", summary: "List the libraries, and what each gets of those who transcribe"
        ) { arguments in
          try await command(arguments).list()
          return .done
        },
        Command(
          "add", summary: "Make an empty library", arguments: [name]
        ) { arguments in
          try await command(arguments).add(arguments[name])
          return .done
        },
        Command(
          "share", summary: "Say what a library gets of those who transcribe for all",
          options: [priority, weight], arguments: [name]
        ) { arguments in
          try await command(arguments).share(
            arguments[name], priority: arguments[priority], weight: arguments[weight])
          return .done
        },
        Command(
          "prepare", summary: "Make the tables, or bring those of an older version up to date",
          options: [role]
        ) { arguments in
          try await LibrariesCommand.prepare(
            try options.address(arguments).database,
            servedBy: arguments[role] ?? "speechmemo", json: arguments[json])
          return .done
        },
        transcribers(options),
      ]
    ) { arguments in
      try await command(arguments).list()
      return .done
    }
  }()
}
