func zshCompletions(_ root: CommandPath) -> String {
  let name = root.command.name
  let functions = root.visiblePaths.reversed().map(function)
  return """
    #compdef \(name)
    # Completions of \(name) for zsh.

    \(functions.joined(separator: "\n"))
    # In $fpath this file is the function's body; if it is sourced, it has to register itself.
    if [ "$funcstack[1]" = "_\(name)" ]; then
      \(root.function) "$@"
    else
      compdef \(root.function) \(name)
    fi

    """
}

private func function(_ path: CommandPath) -> String {
  var specifications = path.shownOptions.flatMap(option)
  let commands = path.command.visibleSubcommands
  if commands.isEmpty {
    specifications += path.arguments.map { argument in
      ((argument.isRepeated ? "*:" : argument.isRequired ? ":" : "::")
        + "\(argument.name.escapedForZsh):\(action(argument.completion))").quotedForShell
    }
  } else {
    specifications += ["'1: :->command'", "'*:: :->rest'"]
  }
  let arguments = specifications.map { "    \($0)" }.joined(separator: " \\\n")
  guard !commands.isEmpty
  else {
    return """
      \(path.function)() {
        _arguments -s -S \\
      \(arguments)
      }

      """
  }
  let list = commands.map { "\($0.name):\($0.summary)".quotedForShell }.map { "        \($0)" }
  let cases = commands.map { command in
    let function = CommandPath(commands: path.commands + [command]).function
    return "        \(([command.name] + command.aliases).joined(separator: "|"))) \(function) ;;"
  }
  return """
    \(path.function)() {
      local curcontext="$curcontext" state line
      local -a commands
      _arguments -C -s -S \\
    \(arguments)
      case $state in
        command)
          commands=(
    \(list.joined(separator: "\n"))
          )
          _describe command commands
          ;;
        rest)
          case $line[1] in
    \(cases.joined(separator: "\n"))
          esac
          ;;
      esac
    }

    """
}

private func option(_ option: Specification) -> [String] {
  let repeats = option.isRepeated ? "*" : ""
  let value =
    option.takesValue
    ? ":\(option.placeholder.escapedForZsh):\(action(option.completion))" : ""
  return option.forms.map { form in
    let form = option.takesValue && form.hasPrefix("--") ? form + "=" : form
    return "\(repeats)\(form)[\(option.help.escapedForZsh)]\(value)".quotedForShell
  }
}

private func action(_ completion: Completion) -> String {
  switch completion {
  // A blank would keep zsh from completing options where an argument may stand.
  case .none: "()"
  case .choices(let choices): "(\(choices.map(\.escapedForZsh).joined(separator: " ")))"
  case .files: "_files"
  case .folders: "_files -/"
  case .output(let command): "{compadd -- ${(f)\"$(\(command) 2>/dev/null | cut -f1)\"}}"
  case .outputForWords(let command):
    action(.output(of: "\(command) -- ${words[1,CURRENT-1]}"))
  }
}

extension String {
  fileprivate var escapedForZsh: String {
    map { "[]:\\()".contains($0) ? "\\\($0)" : String($0) }.joined()
  }
}
