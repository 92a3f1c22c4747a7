import Foundation
import POSIX

/// The paths in what a person types or drops into the terminal: as a shell reads them, since that
/// is how terminals write the names of files that are dropped on them.
public enum TypedPaths {
  /// - Parameters:
  ///   - text: Paths between spaces. A backslash keeps the next character as it is, quotes keep
  ///     all that is between them. A path may be a `file:` link, or begin with `~`.
  ///   - home: What `~` stands for.
  ///   - exists: Whether there is such a file. A text that is the name of one as a whole is that
  ///     name, spaces and all.
  public static func parse(
    _ text: String, home: String, exists: (String) -> Bool
  ) -> [String] {
    let whole = text.trimmingCharacters(in: .whitespacesAndNewlines)
    if whole.isEmpty { return [] }
    let plain = expanded(whole, home: home)
    if exists(plain) { return [plain] }
    return words(of: whole).map { expanded($0, home: home) }
  }

  private static func expanded(_ word: String, home: String) -> String {
    if let path = path(ofLink: word) { return path }
    if word == "~" { return home }
    return word.hasPrefix("~/") ? home + word.dropFirst() : word
  }

  /// The path in a `file:` link, whose percent signs stand for bytes of any kind.
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

  private static func words(of text: String) -> [String] {
    var words: [String] = []
    var word: String?
    var quote: Character?
    var isEscaped = false
    for character in text {
      if isEscaped {
        word = (word ?? "") + String(character)
        isEscaped = false
      } else if character == "\\", quote != "'" {
        isEscaped = true
      } else if character == quote {
        quote = nil
      } else if quote == nil, character == "\"" || character == "'" {
        quote = character
        word = word ?? ""
      } else if quote == nil, character.isWhitespace {
        if let word, !word.isEmpty { words.append(word) }
        word = nil
      } else {
        word = (word ?? "") + String(character)
      }
    }
    if let word, !word.isEmpty { words.append(word) }
    return words
  }
}

// MARK: - Completion

extension TypedPaths {
  /// The path that is being typed, as it would be read; `nil` after a space.
  public static func last(of text: String) -> String? {
    let words = words(of: text)
    return words.last.flatMap { lastStart(in: text) == nil ? nil : $0 }
  }

  /// The text with its last path gone on with, as far as the paths that it may become agree.
  public static func completing(_ text: String, with paths: [String]) -> String {
    guard let start = lastStart(in: text), let beginning = words(of: text).last
    else { return text }
    let common = PathCompletion.common(paths)
    // A name in another spelling of the same characters is not what was typed.
    guard common.hasPrefix(beginning), common != beginning
    else { return text }
    return text[..<start] + escaped(common)
  }

  /// Where the last word begins; `nil` where the text ends with a space between words.
  private static func lastStart(in text: String) -> String.Index? {
    var start: String.Index?
    var quote: Character?
    var isEscaped = false
    for (index, character) in zip(text.indices, text) {
      if isEscaped {
        isEscaped = false
      } else if character == "\\", quote != "'" {
        isEscaped = true
        start = start ?? index
      } else if character == quote {
        quote = nil
      } else if quote == nil, character.isWhitespace {
        start = nil
      } else {
        if quote == nil, character == "\"" || character == "'" { quote = character }
        start = start ?? index
      }
    }
    return start
  }

  private static func escaped(_ path: String) -> String {
    String(
      path.flatMap { character -> [Character] in
        character.isWhitespace || "\\\"'".contains(character) ? ["\\", character] : [character]
      })
  }
}
