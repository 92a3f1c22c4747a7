func fishCompletions(_ root: CommandPath) -> String {
  let name = root.command.name
  var lines = ["# Completions of \(name) for fish.", "complete -c \(name) -f"]
  for path in root.visiblePaths {
    let condition = condition(path)
    lines += path.command.visibleSubcommands.map {
      "complete -c \(name) -n \(condition.quotedForFish) -a \($0.name) -d \($0.summary.quotedForFish)"
    }
    let inherited =
      path.commands.count > 1 ? path.commands[0].options.map(\.specification.name) : []
    for option in path.shownOptions where !inherited.contains(option.name) {
      lines += option.longForms.enumerated().map { index, form in
        let short = index == 0 ? option.short.map { " -s \($0)" } ?? "" : ""
        let scope =
          path.commands.count == 1 && option.name != "version"
          ? root.condition(forOption: option.name) : condition
        let test = scope == "true" ? "" : " -n \(scope.quotedForFish)"
        return "complete -c \(name)\(test)\(short) -l \(form.dropFirst(2))"
          + value(option) + " -d \(option.help.quotedForFish)"
      }
    }
    if let argument = path.arguments.first, argument.completion != .none {
      lines.append(
        "complete -c \(name) -n \(condition.quotedForFish)\(values(argument.completion))")
    }
  }
  return lines.joined(separator: "\n") + "\n"
}

private func condition(_ path: CommandPath) -> String {
  let above = path.commands.dropFirst().map {
    "__fish_seen_subcommand_from " + ([$0.name] + $0.aliases).joined(separator: " ")
  }
  let below = path.command.subcommands.flatMap { [$0.name] + $0.aliases }
  let notBelow =
    below.isEmpty ? [] : ["not __fish_seen_subcommand_from " + below.joined(separator: " ")]
  let all = above + notBelow
  return all.isEmpty ? "true" : all.joined(separator: "; and ")
}

extension CommandPath {
  fileprivate func condition(forOption name: String) -> String {
    let refusing = command.visibleSubcommands.filter { $0.refusedOptions[name] != nil }
    return refusing.isEmpty
      ? "true"
      : "not __fish_seen_subcommand_from "
        + refusing.flatMap { [$0.name] + $0.aliases }.joined(separator: " ")
  }
}

private func value(_ option: Specification) -> String {
  option.takesValue ? " -r" + values(option.completion) : ""
}

private func values(_ completion: Completion) -> String {
  switch completion {
  case .none: " -f"
  case .choices(let choices): " -f -a \(choices.joined(separator: " ").quotedForFish)"
  case .files: " -F"
  case .output(let command): " -f -a '(\(command) 2>/dev/null)'"
  case .outputForWords(let command):
    values(.output(of: "\(command) -- (commandline -opc)[2..-1]"))
  case .folders: " -f -a '(__fish_complete_directories)'"
  }
}

extension String {
  fileprivate var quotedForFish: String {
    "'" + map { $0 == "'" || $0 == "\\" ? "\\\($0)" : String($0) }.joined() + "'"
  }
}
