import Foundation

public enum LanguageName {
  /// The code for `en-US`, `EN`, or `English`; `nil` if it is none of these.
  public static func code(_ name: String) -> String? {
    let name = name.lowercased()
    let first = name.prefix { $0 != "-" && $0 != "_" }
    if (2...3).contains(first.count), first.allSatisfy({ $0.isASCII && $0.isLetter }) {
      return String(first)
    }
    return codes[name]
  }

  /// The code, or other text such as `auto` unchanged; `nil` if empty.
  public static func normalized(_ text: String) -> String? {
    text.isEmpty ? nil : code(text) ?? text
  }

  private static let codes: [String: String] = {
    let english = Locale(identifier: "en")
    let letters = (UInt8(ascii: "a")...UInt8(ascii: "z")).map { String(UnicodeScalar($0)) }
    var codes: [String: String] = [:]
    for code in letters.flatMap({ first in letters.map { first + $0 } }) {
      if let name = english.localizedString(forLanguageCode: code)?.lowercased(), name != code {
        codes[name] = codes[name] ?? code
      }
    }
    return codes
  }()
}
