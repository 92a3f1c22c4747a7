public import TerminalUI

public enum ScriptStep: Equatable, Sendable {
  case event(Event)
  case wait(Duration)

  public struct Unknown: Error, Equatable, CustomStringConvertible {
    public let word: String

    public var description: String {
      """
      '\(word)' is not a step: use a key (down, enter, ctrl+s, x), type:TEXT, paste:TEXT, \
      wait:SECONDS, click:COLUMN,ROW, scrolldown:COLUMN,ROW, scrollup:COLUMN,ROW, or \
      resize:COLUMNSxROWS
      """
    }
  }

  /// Parses steps separated by spaces. Double quotes keep spaces: `type:"two words"`.
  public static func parse(_ script: String) throws(Unknown) -> [(word: String, steps: [Self])] {
    var result: [(word: String, steps: [Self])] = []
    for word in words(of: script) { result.append((word, try steps(of: word))) }
    return result
  }

  private static func words(of script: String) -> [String] {
    var words: [String] = []
    var word: String?
    var isQuoted = false
    for character in script {
      if character == "\"" {
        isQuoted.toggle()
        word = word ?? ""
      } else if character.isWhitespace, !isQuoted {
        if let word { words.append(word) }
        word = nil
      } else {
        word = (word ?? "") + String(character)
      }
    }
    if let word { words.append(word) }
    return words
  }

  /// One step, or one for each typed character.
  static func steps(of word: String) throws(Unknown) -> [Self] {
    if let key = Key(word) { return [.event(.key(key))] }
    let parts = word.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2
    else { throw Unknown(word: word) }
    let value = String(parts[1])
    switch parts[0] {
    case "type":
      return value.map { .event(.key(Key(.character($0)))) }
    case "paste":
      return [.event(.paste(value))]
    case "wait":
      guard let seconds = Double(value), seconds >= 0, seconds <= 86_400
      else { throw Unknown(word: word) }
      // Rounded, because most decimal fractions have no exact binary value.
      return [.wait(.microseconds(Int64((seconds * 1_000_000).rounded())))]
    case "click", "scrolldown", "scrollup":
      guard let (x, y) = pair(value, separator: ",")
      else { throw Unknown(word: word) }
      let kind: Mouse.Kind =
        parts[0] == "click" ? .press : parts[0] == "scrollup" ? .scrollUp : .scrollDown
      return [
        .event(.mouse(Mouse(x: x, y: y, button: kind == .press ? .left : .none, kind: kind)))
      ]
    case "resize":
      guard let size = size(value)
      else { throw Unknown(word: word) }
      return [.event(.resize(size))]
    default:
      throw Unknown(word: word)
    }
  }

  /// Parses a size such as `80x24`; returns `nil` without a row or a column.
  static func size(_ text: String) -> Size? {
    guard let (width, height) = pair(text, separator: "x"), width > 0, height > 0
    else { return nil }
    return Size(width: width, height: height)
  }

  private static func pair(_ text: String, separator: Character) -> (Int, Int)? {
    let numbers = text.split(separator: separator, omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count == 2, let first = numbers[0], let second = numbers[1],
      (0...1000).contains(first), (0...1000).contains(second)
    else { return nil }
    return (first, second)
  }
}
