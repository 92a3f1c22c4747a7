extension StringProtocol {
  /// The text without anything that could steer a terminal or break a line: a file's name may
  /// hold a newline or an escape sequence.
  public var printable: String {
    // Nearly all text is this, and a list has thousands of lines.
    if utf8.allSatisfy({ (0x20...0x7e).contains($0) }) { return String(self) }
    var result = ""
    for scalar in unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator, .surrogate:
        result += scalar == "\n" ? "\\n" : scalar == "\t" ? "\\t" : "\u{fffd}"
      default:
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
