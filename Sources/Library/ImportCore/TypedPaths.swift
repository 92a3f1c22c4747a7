import Foundation
import POSIX

/// Paths typed or dropped into the terminal, which quotes dropped names like a shell.
public enum TypedPaths {
  /// Splits at spaces, with backslashes and quotes as in a shell. A path may be a `file:` link or
  /// begin with `~`. The full name of an existing file is one path, even with spaces.
  public static func parse(
    _ text: String, home: String, exists: (String) -> Bool
  ) -> [String] {
    let whole = text.trimmingCharacters(in: .whitespacesAndNewlines)
    if whole.isEmpty { return [] }
    let plain = expanded(whole, home: home)
    if exists(plain) { return [plain] }
    return words(of: whole).words.map { expanded($0, home: home) }
  }

  private static func expanded(_ word: String, home: String) -> String {
    if let path = path(ofLink: word) { return path }
    if word == "~" { return home }
    return word.hasPrefix("~/") ? home + word.dropFirst() : word
  }

  /// Percent escapes may stand for bytes that are not UTF-8.
  private static func path(ofLink word: String) -> String? {
    guard word.hasPrefix("file:"), let link = URLComponents(string: word)
    else { return nil }
    var bytes: [UInt8] = []
    var rest = link.percentEncodedPath.utf8[...]
    while let byte = rest.popFirst() {
      let digits = String(decoding: rest.prefix(2), as: UTF8.self)
      if byte == UInt8(ascii: "%"), let number = UInt8(digits, radix: 16) {
        bytes.append(number)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return bytes.isEmpty || bytes.contains(0) ? nil : String(systemBytes: bytes)
  }

  /// `start` is that of the word being typed; `nil` after a space.
  private static func words(of text: String) -> (words: [String], start: String.Index?) {
    var words: [String] = []
    var word = ""
    var start: String.Index?
    var quote: Character?
    var isEscaped = false
    for (index, character) in zip(text.indices, text) {
      if isEscaped {
        word.append(character)
        isEscaped = false
      } else if character == "\\", quote != "'" {
        isEscaped = true
        start = start ?? index
      } else if character == quote {
        quote = nil
      } else if quote == nil, character.isWhitespace {
        if !word.isEmpty { words.append(word) }
        word = ""
        start = nil
      } else {
        start = start ?? index
        if quote == nil, character == "\"" || character == "'" {
          quote = character
        } else {
          word.append(character)
        }
      }
    }
    if !word.isEmpty { words.append(word) }
    return (words, start)
  }
}

extension TypedPaths {
  /// The path being typed; `nil` after a space.
  public static func last(of text: String) -> String? {
    let (words, start) = words(of: text)
    return start == nil ? nil : words.last
  }

  public static func completing(_ text: String, with paths: [String]) -> String {
    let (words, start) = words(of: text)
    guard let start, let beginning = words.last
    else { return text }
    let common = PathCompletion.common(paths)
    // Names are compared byte by byte: an equivalent spelling is another file.
    guard common.hasPrefix(beginning), common != beginning
    else { return text }
    return text[..<start] + escaped(common)
  }

  private static func escaped(_ path: String) -> String {
    String(
      path.flatMap { character -> [Character] in
        character.isWhitespace || "\\\"'".contains(character) ? ["\\", character] : [character]
      })
  }
}
