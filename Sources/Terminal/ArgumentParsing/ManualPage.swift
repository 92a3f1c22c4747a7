extension Command {
  /// The manual page in roff. A section called `EXIT STATUS` replaces the default one.
  public func manualPage(date: String, sections: [(title: String, text: String)] = []) -> String {
    let path = CommandPath(commands: [self])
    let source = version.map { "\(name) \($0)" } ?? name
    var lines = [
      ".TH \(name.uppercased().quotedForRoff) 1 \(date.quotedForRoff) \(source.quotedForRoff)",
      ".SH NAME",
      "\(name.escapedForRoff) \\- \(summary.escapedForRoff)",
      ".SH SYNOPSIS",
    ]
    lines += path.visiblePaths.filter { $0.command.run != nil }
      .flatMap { [".B \($0.name.escapedForRoff)", $0.usageAfterName.roffLine, ".br"] }
    if !discussion.isEmpty { lines += [".SH DESCRIPTION"] + discussion.roffParagraphs }
    lines += parameters(of: path, heading: ".SH OPTIONS")
    let below = path.visiblePaths.dropFirst()
    if !below.isEmpty { lines.append(".SH COMMANDS") }
    for path in below {
      lines.append(".SS \(path.name.quotedForRoff)")
      lines.append((path.command.summary + ".").roffLine)
      lines += path.command.discussion.roffParagraphs
      lines += parameters(of: path, heading: nil)
    }
    if !sections.contains(where: { $0.title == "EXIT STATUS" }) {
      lines += [
        ".SH EXIT STATUS",
        ".TP", "0", "Done.", ".TP", "1", "Failed; the reason is on standard error.",
        ".TP", "2", "Wrong usage.",
      ]
    }
    for section in sections {
      lines += [".SH \(section.title.quotedForRoff)"] + section.text.roffParagraphs
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func parameters(of path: CommandPath, heading: String?) -> [String] {
    let own = path.command.options.map(\.specification)
    let options = path.commands.count == 1 ? own + path.builtIns : own
    let rows =
      path.arguments.map { ($0.usage, $0.fullHelp) }
      + options.map { (String($0.heading.drop { $0 == " " }), $0.fullHelp) }
    guard !rows.isEmpty
    else { return [] }
    return (heading.map { [$0] } ?? [])
      + rows.flatMap { [".TP", ".B \($0.0.escapedForRoff)", $0.1.roffLine] }
  }
}

extension CommandPath {
  fileprivate var usageAfterName: String { String(usage.dropFirst(name.count + 1)) }
}

extension String {
  fileprivate var escapedForRoff: String {
    map { character in
      switch character {
      case "\\": "\\e"
      case "-": "\\-"
      case "'": "\\(aq"
      case "^": "\\(ha"
      case "~": "\\(ti"
      case "`": "\\(ga"
      default: String(character)
      }
    }
    .joined()
  }

  fileprivate var quotedForRoff: String {
    "\"" + escapedForRoff.map { $0 == "\"" ? "\\(dq" : String($0) }.joined() + "\""
  }

  fileprivate var roffLine: String {
    let line = split(whereSeparator: \.isWhitespace).joined(separator: " ").escapedForRoff
    return line.hasPrefix(".") ? "\\&" + line : line
  }

  fileprivate var roffParagraphs: [String] { paragraphs.flatMap { [".PP", $0.roffLine] } }
}
