/// A command as data. Subcommands inherit its options. `--help` is built in.
public struct Command: Sendable {
  public typealias Run = @Sendable (ParsedArguments) async throws -> Void

  public var name: String
  public var aliases: [String]
  public var summary: String
  public var discussion: String
  public var options: [any CommandParameter]
  /// Reasons why inherited options can't be used here, by option name.
  public var refusedOptions: [String: String]
  public var traits: Set<CommandTrait>
  public var arguments: [any CommandParameter]
  public var subcommands: [Command]
  public var isHidden: Bool
  public var version: String?
  public var run: Run?

  public init(
    _ name: String,
    aliases: [String] = [],
    summary: String,
    discussion: String = "",
    options: [any CommandParameter] = [],
    refusedOptions: [String: String] = [:],
    traits: Set<CommandTrait> = [],
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
    self.traits = traits
    self.arguments = arguments
    self.subcommands = subcommands
    self.isHidden = isHidden
    self.version = version
    self.run = run
  }
}

/// A property of a command for its program, which subcommands inherit. Parsing ignores it.
public struct CommandTrait: Hashable, Sendable {
  public let name: String

  public init(_ name: String) {
    self.name = name
  }
}

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

struct CommandPath {
  var commands: [Command]

  var command: Command { commands[commands.count - 1] }
  var name: String { commands.map(\.name).joined(separator: " ") }
  var options: [Specification] {
    commands.reversed().flatMap { $0.options.map(\.specification) }
  }
  var shownOptions: [Specification] {
    options.filter { refusedOptions[$0.name] == nil } + builtIns
  }
  var refusedOptions: [String: String] {
    commands.reduce(into: [:]) { $0.merge($1.refusedOptions) { first, _ in first } }
  }
  var traits: Set<CommandTrait> { commands.reduce(into: []) { $0.formUnion($1.traits) } }
  var arguments: [Specification] { command.arguments.map(\.specification) }
  var version: String? { commands.first?.version }

  var builtIns: [Specification] {
    var builtIns = [Parameter.flag("help", short: "h", help: "Show this help.").specification]
    if commands.count == 1, version != nil {
      builtIns.append(
        Parameter.flag("version", short: "V", help: "Show the version.").specification)
    }
    return builtIns
  }

  var visiblePaths: [CommandPath] {
    [self]
      + command.visibleSubcommands.flatMap { CommandPath(commands: commands + [$0]).visiblePaths }
  }
}
