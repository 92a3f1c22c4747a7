public import ComposableArchitecture
import TerminalUI

/// The keys that a person has set in place of those of the program.
///
/// The file maps keys to keys, not to commands, so a line holds on every screen:
///
/// ```
/// # the key that is pressed = the key that it stands for
/// f2 = r
/// ctrl+r = n
/// q = none
/// ```
public struct KeyMap: Equatable, Sendable {
  /// What is wrong with a line of the file.
  public struct Invalid: Error, Equatable, CustomStringConvertible {
    public let line: Int
    public let reason: String

    public var description: String { "line \(line): \(reason)" }
  }

  /// What each key stands for; `nil` where it is to do nothing.
  private let meanings: [Key: Key?]
  private let names: [Key: Key]

  /// No key is another one.
  public init() {
    meanings = [:]
    names = [:]
  }

  /// Reads a file of keys.
  ///
  /// - Parameter text: A line for each key; those that are empty or begin with `# ` say nothing.
  /// - Throws: ``Invalid`` for the first line that cannot be understood.
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

  /// What a key stands for; `nil` for one that is to do nothing.
  func meaning(of key: Key) -> Key? { meanings[key] ?? key }

  /// The key to be named for one of the program's.
  func name(of key: Key) -> Key { names[key] ?? key }
}

extension KeyMap: DependencyKey {
  /// A program that reads the person's file prepares its dependencies with it.
  public static let liveValue = Self()
  public static let testValue = Self()
}

extension DependencyValues {
  /// The keys that a person has set in place of those of the program.
  public var keyMap: KeyMap {
    get { self[KeyMap.self] }
    set { self[KeyMap.self] = newValue }
  }
}

extension Event {
  /// What a person's keys stand for; `nil` for one that is to do nothing.
  ///
  /// - Parameter isTyping: Whether characters are typed: then they are what they are, and no other
  ///   key types one.
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
  /// Whether it types a character.
  fileprivate var isCharacter: Bool {
    if case .character = code { modifiers.isSubset(of: .shift) } else { false }
  }
}
