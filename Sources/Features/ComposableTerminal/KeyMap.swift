public import ComposableArchitecture
import TerminalUI

/// The user's remapping of keys to keys, not to commands, so that a line applies to every screen:
/// `f2 = r` lets F2 stand for R, `q = none` disables Q.
public struct KeyMap: Equatable, Sendable {
  public struct Invalid: Error, Equatable, CustomStringConvertible {
    public let line: Int
    public let reason: String

    public var description: String { "line \(line): \(reason)" }
  }

  private let meanings: [Key: Key?]
  private let names: [Key: Key]

  public init() {
    meanings = [:]
    names = [:]
  }

  /// Parses a key per line, and skips empty lines and `# ` comments. Throws ``Invalid``.
  public init(parsing text: String) throws(Invalid) {
    var meanings: [Key: Key?] = [:]
    var names: [Key: Key] = [:]
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      let words = line.split(whereSeparator: \.isWhitespace).map(String.init)
      guard let first = words.first, first != "#"
      else { continue }
      guard words.count == 3, words[1] == "="
      else {
        throw Invalid(
          line: index + 1, reason: "'\(line)' is not in the form 'KEY = KEY', such as 'f2 = r'")
      }
      let key = try Self.key(words[0], line: index + 1)
      guard key != .ctrl("c")
      else { throw Invalid(line: index + 1, reason: "ctrl+c always quits the program") }
      guard words[2] != "none"
      else {
        meanings[key] = .some(nil)
        continue
      }
      let meaning = try Self.key(words[2], line: index + 1)
      meanings[key] = meaning
      names[meaning] = names[meaning] ?? key
    }
    self.meanings = meanings
    self.names = names
  }

  private static func key(_ text: String, line: Int) throws(Invalid) -> Key {
    guard let key = Key(text)
    else {
      throw Invalid(
        line: line,
        reason: "'\(text)' is not a key: use a character, or a name like ctrl+x, f2, space or up")
    }
    return key
  }

  func meaning(of key: Key) -> Key? { meanings[key] ?? key }

  func name(of key: Key) -> Key { names[key] ?? key }
}

extension KeyMap: DependencyKey {
  /// A program that reads the user's file overrides this.
  public static let liveValue = Self()
  public static let testValue = Self()
}

extension DependencyValues {
  public var keyMap: KeyMap {
    get { self[KeyMap.self] }
    set { self[KeyMap.self] = newValue }
  }
}

extension Event {
  /// Remaps a key; `nil` if disabled. While `isTyping`, characters stay, and other keys type none.
  func translated(by map: KeyMap, isTyping: Bool) -> Event? {
    guard case .key(let key) = self
    else { return self }
    if isTyping, key.isCharacter { return self }
    guard let meaning = map.meaning(of: key)
    else { return nil }
    return .key(isTyping && meaning.isCharacter ? key : meaning)
  }
}

extension Key {
  fileprivate var isCharacter: Bool {
    if case .character = code { modifiers.isSubset(of: .shift) } else { false }
  }
}
