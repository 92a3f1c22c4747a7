extension Command {
  /// The help of a command or subcommand; `nil` if there is no such subcommand.
  public func help(for names: [String] = [], width: Int = 80) -> String? {
    var path = CommandPath(commands: [self])
    for name in names {
      guard let command = path.command.subcommand(name)
      else { return nil }
      path.commands.append(command)
    }
    return path.help(width: width)
  }
}

extension CommandPath {
  func help(width: Int) -> String {
    let width = max(width, 30)
    var sections = [
      wrapped(command.summary + ".", width: width),
      wrapped("Usage: " + usage, width: width, indent: 7 + name.count + 1, firstIndent: 0),
    ]
    if !command.discussion.isEmpty {
      sections.append(
        command.discussion.paragraphs.map { wrapped($0, width: width) }
          .joined(separator: "\n\n"))
    }
    let tables = [
      ("Commands", command.visibleSubcommands.map { ($0.name, $0.summary + ".") }),
      ("Arguments", arguments.map { ($0.usage, $0.fullHelp) }),
      ("Options", shownOptions.map { ($0.heading, $0.fullHelp) }),
    ]
    for (title, rows) in tables where !rows.isEmpty {
      sections.append(title + ":\n" + table(rows, width: width))
    }
    if !command.visibleSubcommands.isEmpty {
      sections.append(
        wrapped("See '\(name) COMMAND --help' for help on a command.", width: width))
    }
    return sections.joined(separator: "\n\n") + "\n"
  }

  var usage: String {
    var parts = [name]
    if shownOptions.count > builtIns.count { parts.append("[OPTIONS]") }
    parts += arguments.map(\.usage)
    if !command.visibleSubcommands.isEmpty {
      parts.append(command.run == nil ? "COMMAND" : "[COMMAND]")
    }
    return parts.joined(separator: " ")
  }
}

extension Specification {
  var usage: String {
    let repeated = isRepeated ? name + "..." : name
    return isRequired ? repeated : "[\(repeated)]"
  }

  var heading: String {
    let long = kind == .toggle ? "--[no-]\(name)" : "--\(name)"
    return (short.map { "-\($0), " } ?? "    ") + long + (takesValue ? " " + placeholder : "")
  }

  var fullHelp: String {
    var notes: [String] = []
    if case .choices(let choices) = completion, !choices.isEmpty {
      notes.append("one of " + choices.joined(separator: ", "))
    }
    if let defaultText, !defaultText.isEmpty { notes.append("default: \(defaultText)") }
    if isRepeated, kind == .option { notes.append("may be repeated") }
    return notes.isEmpty ? help : "\(help) (\(notes.joined(separator: "; ")))"
  }
}
