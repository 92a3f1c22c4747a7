extension StringProtocol {
  /// The text without anything that could steer a terminal or break a line: a file's name may
  /// hold a newline or an escape sequence. A byte of it that is no text is shown as `\xE4`.
  public var printable: String {
    var text = String(self)
    // Nearly all text is this, and a list has thousands of lines.
    if text.withUTF8({ $0.allSatisfy { (0x20...0x7e).contains($0) } }) { return text }
    guard text.unicodeScalars.contains(where: \.mayBeUnprintable)
    else { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator, .surrogate:
        result += scalar == "\n" ? "\\n" : scalar == "\t" ? "\\t" : "\u{fffd}"
      // As POSIX keeps such bytes in strings.
      case .privateUse where (0x10dc80...0x10dcff).contains(scalar.value):
        result += "\\x" + String(scalar.value - 0x10dc00, radix: 16, uppercase: true)
      default:
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

extension Unicode.Scalar {
  /// Whether it is worth looking at what the scalar is.
  fileprivate var mayBeUnprintable: Bool {
    value < 0x20 || (0x7f..<0xa0).contains(value) || value == 0x2028 || value == 0x2029
      || value >= 0x10dc80
  }
}
