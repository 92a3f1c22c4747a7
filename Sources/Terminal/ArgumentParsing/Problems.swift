extension Command {
  /// Finds mistakes in the command table, such as duplicate names, for a test of the program.
  public func problems() -> [String] {
    CommandPath(commands: [self]).problems()
  }
}

extension CommandPath {
  fileprivate func problems() -> [String] {
    var problems: [String] = []
    let options = options + builtIns
    let names =
      options.map(\.label) + options.compactMap { $0.short.map { "-\($0)" } }
      + options.filter { $0.kind == .toggle }.map { "--no-" + $0.name }
      + arguments.map(\.label)
    problems += names.repeated.map { "\(name): \($0) is declared twice" }
    problems += command.subcommands.flatMap { [$0.name] + $0.aliases }.repeated
      .map { "\(name): the command \($0) is declared twice" }
    problems += command.refusedOptions.keys.filter { name in !options.contains { $0.name == name } }
      .sorted().map { "\(name): refuses --\($0), which does not exist" }
    if arguments.dropLast().contains(where: \.isRepeated) {
      problems.append("\(name): an argument after one that takes all the rest")
    }
    if let optional = arguments.firstIndex(where: { !$0.isRequired }),
      arguments[optional...].contains(where: \.isRequired)
    {
      problems.append("\(name): a required argument after one that may be left out")
    }
    if command.run == nil, command.subcommands.isEmpty {
      problems.append("\(name): neither runs nor has commands")
    }
    return problems
      + command.subcommands.flatMap { CommandPath(commands: commands + [$0]).problems() }
  }
}

extension [String] {
  fileprivate var repeated: [String] {
    var seen: Set<String> = []
    return filter { !seen.insert($0).inserted }
  }
}
