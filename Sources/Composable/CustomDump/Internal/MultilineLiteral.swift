/// A one-line string literal, with `#` around it if that avoids escapes.
func singleLineLiteral(_ string: String) -> String {
  guard string.utf8.contains(where: { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") })
  else { return string.debugDescription }
  let hashes = String(repeating: "#", count: hashCount(string, closingQuotes: 1))
  var contents = ""
  for scalar in string.unicodeScalars {
    let escaped = scalar.escaped(asASCII: false)
    if scalar == "\"" || scalar == "\\" || escaped.utf8.first != UInt8(ascii: "\\") {
      contents.unicodeScalars.append(scalar)
    } else {
      contents += "\\\(hashes)\(escaped.dropFirst())"
    }
  }
  return "\(hashes)\"\(contents)\"\(hashes)"
}

/// A string of several lines as a literal, with as many `#` as keep its contents readable.
struct MultilineLiteral {
  let open: String
  let close: String
  let lines: [String]

  init(_ string: String) {
    let hashes = String(repeating: "#", count: hashCount(string, closingQuotes: 3))
    open = "\(hashes)\"\"\""
    close = "\"\"\"\(hashes)"
    lines = splitLines(string).map { line in
      // A carriage return would vanish on a terminal, and with it the difference.
      guard line.utf8.contains(UInt8(ascii: "\r"))
      else { return String(line) }
      return line.unicodeScalars.reduce(into: "") { result, scalar in
        if scalar == "\r" {
          result += "\\\(hashes)r"
        } else {
          result.unicodeScalars.append(scalar)
        }
      }
    }
  }
}

/// One more than the longest run of `#` after quotation marks or a backslash that would otherwise
/// be read as the literal's own.
private func hashCount(_ string: String, closingQuotes: Int) -> Int {
  var needed = 0
  var quotes = 0
  var run: Int?
  for byte in string.utf8 {
    switch byte {
    case UInt8(ascii: "\""):
      quotes += 1
      run = quotes >= closingQuotes ? 0 : nil
    case UInt8(ascii: "\\"):
      quotes = 0
      run = 0
    case UInt8(ascii: "#"):
      quotes = 0
      run = run.map { $0 + 1 }
    default:
      quotes = 0
      run = nil
    }
    if let run { needed = max(needed, run + 1) }
  }
  return needed
}

/// The lines of a text. A carriage return before a newline stays with its line.
func splitLines(_ string: String) -> [Substring] {
  let bytes = string.utf8
  return bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    .map { Substring($0) }
}
