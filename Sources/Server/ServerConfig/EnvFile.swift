/// `NAME=value` lines, as systemd reads them. Skips empty lines and `#` comments; allows quotes.
public struct EnvFile: Equatable, Sendable {
  struct Line: Equatable {
    let number: Int
    let text: String
  }

  let name: String
  private(set) var lines: [String: Line] = [:]

  public init(_ text: String, named name: String) throws(EnvVars.Problem) {
    self.name = name
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      let line = line.trimmed
      guard !line.isEmpty, !line.hasPrefix("#")
      else { continue }
      guard let sign = line.firstIndex(of: "=")
      else { throw .init("\(name), line \(index + 1): write NAME=value") }
      let variable = line[..<sign].trimmed
      guard variable.wholeMatch(of: /[A-Za-z_][A-Za-z0-9_]*/) != nil
      else {
        throw .init("\(name), line \(index + 1): '\(variable)' is not a variable name")
      }
      let value = line[line.index(after: sign)...].trimmed
      guard let text = value.unquoted
      else { throw .init("\(name), line \(index + 1): the closing quotation mark is missing") }
      lines[String(variable)] = Line(number: index + 1, text: text)
    }
  }
}

extension Substring {
  fileprivate var trimmed: Substring {
    var text = self
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return text
  }

  fileprivate var unquoted: String? {
    guard let mark = first, mark == "\"" || mark == "'"
    else { return String(self) }
    guard count > 1, last == mark
    else { return nil }
    return String(dropFirst().dropLast())
  }
}
