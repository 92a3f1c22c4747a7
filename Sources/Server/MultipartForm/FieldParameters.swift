import HTTPMessages

/// A header value such as `form-data; name="file"`: RFC 9110, section 5.6.6.
struct FieldParameters {
  let value: String
  private var parameters: [String: String] = [:]

  init?(_ text: String) {
    var rest = text[...]
    value = rest.prefix { $0 != ";" }.trimmingSpace.lowercased()
    rest = rest.drop { $0 != ";" }
    while rest.first == ";" {
      rest = rest.dropFirst().drop(while: \.isSpace)
      // Some clients send a trailing semicolon.
      if rest.isEmpty { return }
      guard let equals = rest.firstIndex(of: "=")
      else { return nil }
      let name = rest[..<equals].trimmingSpace.lowercased()
      rest = rest[rest.index(after: equals)...]
      guard let value = Self.takeValue(from: &rest),
        parameters.updateValue(value, forKey: name) == nil
      else { return nil }
      rest = rest.drop(while: \.isSpace)
    }
    guard rest.isEmpty
    else { return nil }
  }

  subscript(name: String) -> String? { parameters[name] }

  /// The value of `filename*=UTF-8''na%C3%AFve.wav`: RFC 8187. `nil` also for unknown encodings.
  func decoded(_ name: String) -> String? {
    guard
      let parts = parameters["\(name)*"]?
        .split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false),
      parts.count == 3, ["utf-8", "iso-8859-1"].contains(parts[0].lowercased())
    else { return nil }
    var bytes: [UInt8] = []
    var rest = parts[2].utf8[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%")
      else {
        bytes.append(byte)
        continue
      }
      let digits = rest.prefix(2)
      guard digits.count == 2, !digits.contains(UInt8(ascii: "+")),
        let escaped = UInt8(String(Substring(digits)), radix: 16)
      else { return nil }
      bytes.append(escaped)
      rest = rest.dropFirst(2)
    }
    return String(utf8OrLatin1: bytes)
  }

  private static func takeValue(from rest: inout Substring) -> String? {
    guard rest.first == "\""
    else {
      let word = rest.prefix { $0 != ";" }
      rest = rest.dropFirst(word.count)
      let value = word.trimmingSpace
      return value.isEmpty ? nil : String(value)
    }
    var value = ""
    rest.removeFirst()
    while let character = rest.popFirst() {
      switch character {
      case "\"": return value
      // Browsers escape only quotes and leave other backslashes as they are.
      case "\\" where rest.first == "\"" || rest.first == "\\": value.append(rest.removeFirst())
      default: value.append(character)
      }
    }
    return nil
  }
}

extension String {
  /// Older clients send names in Latin-1, whose bytes are Unicode's first characters.
  init(utf8OrLatin1 bytes: some Collection<UInt8>) {
    self =
      String(validating: bytes, as: UTF8.self)
      ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
  }
}

extension Character {
  fileprivate var isSpace: Bool { self == " " || self == "\t" }
}
