/// Works without the bash-completion package.
func bashCompletions(_ root: CommandPath) -> String {
  let name = root.command.name
  let paths = root.visiblePaths
  let steps = paths.flatMap { path in
    path.command.visibleSubcommands.flatMap { command in
      ([command.name] + command.aliases).map { word in
        "      \("\(path.name) \(word)".quotedForShell)) path=\("\(path.name) \(command.name)".quotedForShell) ;;"
      }
    }
  }
  let values = paths.map { path in
    let options = path.shownOptions.filter(\.takesValue)
    let valued = options.flatMap(\.forms).joined(separator: "|")
    return """
          \(path.name.quotedForShell))
            valued=\("|\(valued)|".quotedForShell)
            words=\((path.command.visibleSubcommands.map(\.name)).joined(separator: " ").quotedForShell)
            options=\(path.shownOptions.flatMap(\.forms).joined(separator: " ").quotedForShell)
            ;;

      """
  }
  let optionValues = paths.map { path in
    let cases = path.shownOptions.filter(\.takesValue)
      .map {
        "        \($0.forms.joined(separator: "|"))) \(root.reply($0.completion)); return ;;"
      }
    return cases.isEmpty
      ? ""
      : """
          \(path.name.quotedForShell))
            case "$previous" in
      \(cases.joined(separator: "\n"))
            esac
            ;;

      """
  }
  let argumentValues = paths.compactMap { path -> String? in
    guard let argument = path.arguments.first, argument.completion != .none
    else { return nil }
    return "    \(path.name.quotedForShell)) \(root.reply(argument.completion)) ;;"
  }
  return """
    # Completions of \(name) for bash.
    \(root.function)_properties() {
      case "$path" in
    \(values.joined())\
      esac
    }

    # Offers the lines of standard input, each up to a tab, quoted unless the word is.
    \(root.function)_offer() {
      local typed="$current" value
      case "$current" in
        [\\\"\\']*) typed="${typed:1}" ;;
        *) typed="${typed//\\\\/}" ;;
      esac
      while IFS=$'\\t' read -r value _; do
        [[ $value == "$typed"* ]] || continue
        [[ $current == [\\\"\\']* ]] || printf -v value %q "$value"
        COMPREPLY+=("$value")
      done
    }

    \(root.function)() {
      local current="${COMP_WORDS[COMP_CWORD]}" previous="" path=\(name.quotedForShell)
      local valued="" words="" options="" word skip="" positional=""
      local i
      COMPREPLY=()
      \(root.function)_properties
      for ((i = 1; i < COMP_CWORD; i++)); do
        word="${COMP_WORDS[i]}"
        if [[ -n $skip ]]; then
          [[ $word == "=" ]] && continue
          skip=""
          continue
        fi
        if [[ $word == -?* ]]; then
          [[ $valued == *"|$word|"* ]] && skip="$word"
          continue
        fi
        [[ -n $positional ]] && continue
        case "$path $word" in
    \(steps.joined(separator: "\n"))
          *) positional=1 ;;
        esac
        \(root.function)_properties
      done
      if [[ -n $skip ]]; then
        previous="$skip"
        [[ $current == "=" ]] && current=""
        case "$path" in
    \(optionValues.joined())\
        esac
        return
      fi
      if [[ $current == -* ]]; then
        COMPREPLY=($(compgen -W "$options" -- "$current"))
        return
      fi
      if [[ -z $positional && -n $words ]]; then
        COMPREPLY=($(compgen -W "$words" -- "$current"))
        [[ ${#COMPREPLY[@]} -gt 0 ]] && return
      fi
      case "$path" in
    \((argumentValues + ["    *) ;;"]).joined(separator: "\n"))
      esac
    }

    complete -F \(root.function) \(name)

    """
}

extension CommandPath {
  fileprivate func reply(_ completion: Completion) -> String {
    switch completion {
    case .none: ":"
    case .choices(let choices):
      "COMPREPLY=($(compgen -W \(choices.joined(separator: " ").quotedForShell) -- \"$current\"))"
    case .files:
      "compopt -o filenames 2>/dev/null; local IFS=$'\\n'; "
        + "COMPREPLY=($(compgen -f -- \"$current\"))"
    case .output(let command): "\(function)_offer < <(\(command) 2>/dev/null)"
    case .outputForWords(let command):
      reply(.output(of: "\(command) -- \"${COMP_WORDS[@]:1:COMP_CWORD-1}\""))
    case .folders:
      "compopt -o filenames 2>/dev/null; local IFS=$'\\n'; "
        + "COMPREPLY=($(compgen -d -- \"$current\"))"
    }
  }
}
