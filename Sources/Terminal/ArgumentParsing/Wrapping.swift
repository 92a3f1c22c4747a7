func wrapped(_ text: String, width: Int, indent: Int = 0, firstIndent: Int? = nil) -> String {
  let margin = String(repeating: " ", count: indent)
  var lines: [String] = []
  var line = String(repeating: " ", count: firstIndent ?? indent)
  var isEmpty = true
  for word in text.split(whereSeparator: \.isWhitespace) {
    if !isEmpty, line.count + 1 + word.count > width {
      lines.append(line)
      (line, isEmpty) = (margin, true)
    }
    if !isEmpty { line += " " }
    line += word
    isEmpty = false
  }
  return (lines + [line]).joined(separator: "\n")
}

func table(_ rows: [(heading: String, text: String)], width: Int) -> String {
  let widest = rows.map(\.heading.count).max() ?? 0
  let column = min(widest, max(12, width / 3)) + 4
  return rows.map { heading, text in
    let body = wrapped(text, width: width, indent: column)
    return heading.count + 4 <= column
      ? "  " + heading + body.dropFirst(2 + heading.count)
      : "  \(heading)\n\(body)"
  }
  .joined(separator: "\n")
}

extension String {
  var paragraphs: [String] {
    split(separator: "\n", omittingEmptySubsequences: false)
      .split { $0.allSatisfy(\.isWhitespace) }
      .map { $0.joined(separator: "\n") }
  }
}
