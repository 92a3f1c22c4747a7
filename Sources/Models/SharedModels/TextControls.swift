extension Unicode.Scalar {
  /// Includes line separators, and direction controls that can make text read backwards.
  public var isTextControl: Bool {
    switch value {
    case ..<0x20, 0x7f..<0xa0, 0x2028...0x202e, 0x2060...0x206f, 0xfeff, 0xfff9...0xfffb: true
    default: false
    }
  }
}

extension StringProtocol {
  public var withoutControls: String {
    guard unicodeScalars.contains(where: \.isTextControl)
    else { return String(self) }
    var scalars = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      if !scalar.isTextControl {
        scalars.append(scalar)
      } else if scalar.properties.isWhitespace, scalars.last != " " {
        scalars.append(" ")
      }
    }
    return String(scalars)
  }
}

extension String {
  /// JSON with controls escaped as `\u202e`, which decodes to the same text and is safe to display.
  public var withEscapedControls: String {
    guard unicodeScalars.contains(where: { $0.isTextControl && $0.value >= 0x7f })
    else { return self }
    var text = ""
    for scalar in unicodeScalars {
      if scalar.isTextControl, scalar.value >= 0x7f {
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}
