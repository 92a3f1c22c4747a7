import SharedModels

extension StringProtocol {
  /// The text without controls of terminal, lines and direction. Bytes that are not text: `\xE4`.
  public var printable: String {
    var text = String(self)
    if text.withUTF8({ $0.allSatisfy { (0x20...0x7e).contains($0) } }) { return text }
    guard text.unicodeScalars.contains(where: { $0.isTextControl || $0.value >= 0x10dc80 })
    else { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      if scalar.isTextControl {
        result += scalar == "\n" ? "\\n" : scalar == "\t" ? "\\t" : "\u{fffd}"
      } else if (0x10dc80...0x10dcff).contains(scalar.value) {
        // See `String.init(systemBytes:)` in POSIX.
        result += "\\x" + String(scalar.value - 0x10dc00, radix: 16, uppercase: true)
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
