/// A command as data: what it is called, what it takes, and what it does.
///
/// The same table gives the parser, the help texts, the completions of three shells and the
/// manual page. Options of a command are also options of its subcommands. Every command knows
/// `--help` and `-h`; where the program has a version, `--version` and `-V` print it, before a
/// command's name and after it.
public struct Command: Sendable {
  public typealias Run = @Sendable (ParsedArguments) async throws -> ExitCode

  public var name: String
  public var aliases: [String]
  /// One sentence, without a full stop.
  public var summary: String
  /// What more there is to say, in paragraphs.
  public var discussion: String
  public var options: [any CommandParameter]
  /// Reasons why options of the commands above cannot be used here, by the options' names. Help and
  /// completions leave these options out.
  public var refusedOptions: [String: String]
  public var arguments: [any CommandParameter]
  public var subcommands: [Command]
  /// Whether help, completions and manual leave it out.
  public var isHidden: Bool
  /// What `--version` and `-V` print.
  public var version: String?
  /// `nil` for a command that only holds others: alone it shows its help.
  public var run: Run?

  public init(
    _ name: String,
    aliases: [String] = [],
    summary: String,
    discussion: String = "",
    options: [any CommandParameter] = [],
    refusedOptions: [String: String] = [:],
    arguments: [any CommandParameter] = [],
    subcommands: [Command] = [],
    isHidden: Bool = false,
    version: String? = nil,
    run: Run? = nil
  ) {
    self.name = name
    self.aliases = aliases
    self.summary = summary
    self.discussion = discussion
    self.options = options
    self.refusedOptions = refusedOptions
    self.arguments = arguments
    self.subcommands = subcommands
    self.isHidden = isHidden
    self.version = version
    self.run = run
  }
}

/// How a program ends.
public enum ExitCode: Int32, Sendable {
  case done = 0
  case failed = 1
  case usage = 2
}

extension Command {
  var visibleSubcommands: [Command] { subcommands.filter { !$0.isHidden } }

  func subcommand(_ name: String) -> Command? {
    subcommands.first { $0.name == name || $0.aliases.contains(name) }
  }
}

/// A command and those above it, from the program down.
struct CommandPath {
  var commands: [Command]

  var command: Command { commands[commands.count - 1] }
  var name: String { commands.map(\.name).joined(separator: " ") }
  /// The command's own options, then those of the ones above it.
  var options: [Specification] {
    commands.reversed().flatMap { $0.options.map(\.specification) }
  }
  /// The visible options, without those that a command of the path refuses, and the built-in ones.
  var shownOptions: [Specification] {
    options.filter { !$0.isHidden && refusedOptions[$0.name] == nil } + builtIns
  }
  var refusedOptions: [String: String] {
    commands.reduce(into: [:]) { $0.merge($1.refusedOptions) { first, _ in first } }
  }
  var arguments: [Specification] { command.arguments.map(\.specification) }
  var version: String? { commands.first?.version }

  /// What is built in, for help and completions.
  var builtIns: [Specification] {
    var builtIns = [Parameter.flag("help", short: "h", help: "Show this help.").specification]
    // It is understood everywhere, and told once.
    if commands.count == 1, version != nil {
      builtIns.append(
        Parameter.flag("version", short: "V", help: "Show the version.").specification)
    }
    return builtIns
  }

  /// Every visible path below and including this one.
  var visiblePaths: [CommandPath] {
    [self]
      + command.visibleSubcommands.flatMap { CommandPath(commands: commands + [$0]).visiblePaths }
  }
}
