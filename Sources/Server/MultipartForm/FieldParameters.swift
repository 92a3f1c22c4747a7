import HTTPMessages

/// A header value such as `form-data; name="file"`: RFC 9110, section 5.6.6.
struct FieldParameters {
  let value: String
  private var parameters: [String: String] = [:]

  /// `nil` if the text is malformed or repeats a parameter.
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

extension Character {
  fileprivate var isSpace: Bool { self == " " || self == "\t" }
}
