public enum Invocation: Sendable {
  case run(Command.Run, ParsedArguments)
  case help(String)
  case version(String)
}

extension Command {
  public func parse(_ arguments: [String], width: Int = 80) throws(UsageError) -> Invocation {
    var parser = Parser(path: CommandPath(commands: [self]), rest: arguments[...], width: width)
    return try parser.parse()
  }
}

private struct Parser {
  var path: CommandPath
  var rest: ArraySlice<String>
  let width: Int
  var positionals: [String] = []
  var values: [String: [any Sendable]] = [:]

  mutating func parse() throws(UsageError) -> Invocation {
    while let word = rest.popFirst() {
      if word == "--" {
        positionals += rest
        break
      }
      if word == "--help" || word == "-h", option(short: "h") == nil || word == "--help" {
        return .help(path.help(width: width))
      }
      if word == "--version" || word == "-V" && option(short: "V") == nil,
        let version = path.version
      {
        return .version(version)
      }
      if word.hasPrefix("--") {
        try parseLongOption(word.dropFirst(2))
      } else if word.hasPrefix("-"), word != "-", !isNegativeNumber(word) {
        try parseShortOptions(word.dropFirst())
      } else if word == "help", isAtRootCommand, path.command.subcommand(word) == nil {
        return .help(try helpOnCommand())
      } else if !enterSubcommand(word) {
        if let problem = unknownCommand(word) { throw error(problem) }
        positionals.append(word)
      }
    }
    try assignPositionals()
    guard let run = path.command.run
    else { return .help(path.help(width: width)) }
    try checkRefusedOptions()
    return .run(
      run,
      ParsedArguments(
        commandPath: path.commands.map(\.name), refusedOptions: path.refusedOptions,
        traits: path.traits, values: values))
  }

  private var isAtRootCommand: Bool {
    path.commands.count == 1 && positionals.isEmpty && !path.command.subcommands.isEmpty
  }

  private mutating func helpOnCommand() throws(UsageError) -> String {
    while let word = rest.popFirst() {
      guard word.hasPrefix("-") || enterSubcommand(word)
      else { throw error(unknownCommand(word) ?? "unknown command \"\(word)\"") }
    }
    return path.help(width: width)
  }

  private mutating func parseLongOption(_ text: Substring) throws(UsageError) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    let value = parts.count == 2 ? String(parts[1]) : nil
    if let option = path.options.first(where: { $0.name == name }) {
      try assign(option, value: value, as: true)
    } else if name.hasPrefix("no-"),
      let option = path.options.first(where: { $0.kind == .toggle && "no-" + $0.name == name })
    {
      try assign(option, value: value, as: false, label: "--" + name)
    } else {
      var problem = "unknown option --\(name)"
      let known = (path.options + path.builtIns)
        .flatMap { $0.kind == .toggle ? [$0.name, "no-" + $0.name] : [$0.name] }
      if let match = closest(to: name, in: known) { problem += "; did you mean --\(match)?" }
      throw error(problem)
    }
  }

  private mutating func parseShortOptions(_ text: Substring) throws(UsageError) {
    var letters = text
    while let letter = letters.popFirst() {
      guard let option = option(short: letter)
      else { throw error("unknown option -\(letter)") }
      if option.kind == .option, !letters.isEmpty {
        let value = letters.first == "=" ? letters.dropFirst() : letters
        return try assign(option, value: String(value), as: true, label: "-\(letter)")
      }
      try assign(option, value: nil, as: true, label: "-\(letter)")
    }
  }

  private func option(short letter: Character) -> Specification? {
    path.options.first { $0.short == letter }
  }

  private mutating func assign(
    _ option: Specification, value: String?, as isOn: Bool, label: String? = nil
  ) throws(UsageError) {
    let label = label ?? option.label
    guard option.kind == .option
    else {
      guard value == nil
      else { throw error("\(label) takes no value") }
      values[option.label, default: []].append(isOn)
      return
    }
    guard let text = value ?? nextValue()
    else { throw error("\(label) needs a value: \(label) \(option.placeholder)") }
    try read(text, for: option, label: label)
  }

  private func checkRefusedOptions() throws(UsageError) {
    for option in path.options {
      if let reason = path.refusedOptions[option.name], values[option.label] != nil {
        throw error("\(option.label) is not supported: \(reason)")
      }
    }
  }

  private mutating func nextValue() -> String? {
    guard let next = rest.first, !next.hasPrefix("-") || next == "-" || isNegativeNumber(next)
    else { return nil }
    return rest.popFirst()
  }

  /// Commands come before arguments: after an argument, no word is a command.
  private mutating func enterSubcommand(_ word: String) -> Bool {
    guard positionals.isEmpty, let command = path.command.subcommand(word)
    else { return false }
    path.commands.append(command)
    return true
  }

  private func unknownCommand(_ word: String) -> String? {
    guard positionals.isEmpty, !path.command.subcommands.isEmpty
    else { return nil }
    let names = path.command.visibleSubcommands.flatMap { [$0.name] + $0.aliases }
    let match = closest(to: word, in: names)
    guard match != nil || path.arguments.isEmpty
    else { return nil }
    return "unknown command \"\(word)\"" + (match.map { "; did you mean \($0)?" } ?? "")
  }

  private mutating func assignPositionals() throws(UsageError) {
    var given = positionals[...]
    for argument in path.arguments {
      if argument.isRepeated {
        while let text = given.popFirst() { try read(text, for: argument) }
      } else if let text = given.popFirst() {
        try read(text, for: argument)
      }
      if argument.isRequired, values[argument.label] == nil {
        throw error("\(argument.name) is missing")
      }
    }
    if let extra = given.first {
      throw error("unexpected argument \"\(extra)\"")
    }
  }

  private mutating func read(
    _ text: String, for specification: Specification, label: String? = nil
  ) throws(UsageError) {
    switch specification.parse(text) {
    case .value(let value):
      values[specification.label, default: []].append(value)
    case .problem(let problem):
      throw error("\(label ?? specification.label): \(problem)")
    }
  }

  private func isNegativeNumber(_ word: String) -> Bool {
    guard let digit = word.dropFirst().first, digit.isASCII, digit.isNumber || digit == "."
    else { return false }
    return option(short: digit) == nil && Double(word) != nil
  }

  private func error(_ message: String) -> UsageError {
    UsageError(command: path.name, message: message.onOneLine)
  }
}

extension String {
  fileprivate var onOneLine: String {
    unicodeScalars.reduce(into: "") { text, scalar in
      if scalar.properties.generalCategory == .control {
        text += scalar.escaped(asASCII: false)
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
  }
}
