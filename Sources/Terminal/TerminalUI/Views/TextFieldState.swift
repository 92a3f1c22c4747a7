public struct TextFieldState: Equatable, Sendable {
  public private(set) var text: String
  public private(set) var cursor: Int

  public init(_ text: String = "") {
    self.text = Self.oneLine(text)
    self.cursor = self.text.count
  }

  /// Line breaks become spaces; other control characters are dropped.
  public mutating func insert(_ new: String) {
    let place = index
    let before = text[..<place] + Self.oneLine(new)
    // An inserted accent may combine with the character before it.
    let after = text[place...]
    text = String(before + after)
    cursor = min(text.count, before.count)
  }

  public mutating func handle(_ event: Event) -> Bool {
    switch event {
    case .key(let key): return handle(key)
    case .paste(let text):
      insert(text)
      return true
    case .background, .focus, .mouse, .resize: return false
    }
  }

  @discardableResult
  public mutating func handle(_ key: Key) -> Bool {
    switch key {
    case .left, .ctrl("b"): cursor = max(0, cursor - 1)
    case .right, .ctrl("f"): cursor = min(text.count, cursor + 1)
    case .home, .ctrl("a"): cursor = 0
    case .end, .ctrl("e"): cursor = text.count
    case .alt("b"), Key(.left, .control), Key(.left, .alternate): cursor = wordStart
    case .alt("f"), Key(.right, .control), Key(.right, .alternate): cursor = wordEnd
    case .backspace, Key(.backspace, .shift), .ctrl("h"): remove(max(0, cursor - 1)..<cursor)
    case .delete, .ctrl("d"): remove(cursor..<min(text.count, cursor + 1))
    case .ctrl("u"): remove(0..<cursor)
    case .ctrl("k"): remove(cursor..<text.count)
    case .ctrl("w"), Key(.backspace, .alternate): remove(wordStart..<cursor)
    case .alt("d"): remove(cursor..<wordEnd)
    default:
      guard case .character(let character) = key.code, key.modifiers.isSubset(of: .shift)
      else { return false }
      insert(String(character))
    }
    return true
  }

  /// Moves the cursor to a UTF-8 offset.
  mutating func moveCursor(to offset: Int) {
    cursor = text[..<text.utf8.index(text.startIndex, offsetBy: offset)].count
  }

  private var index: String.Index { text.index(text.startIndex, offsetBy: cursor) }

  private var wordStart: Int {
    let before = text[..<index].reversed()
    let blanks = before.prefix { !$0.isLetter && !$0.isNumber }.count
    return cursor - blanks - before.dropFirst(blanks).prefix { $0.isLetter || $0.isNumber }.count
  }

  private var wordEnd: Int {
    let after = text[index...]
    let blanks = after.prefix { !$0.isLetter && !$0.isNumber }.count
    return cursor + blanks + after.dropFirst(blanks).prefix { $0.isLetter || $0.isNumber }.count
  }

  private mutating func remove(_ range: Range<Int>) {
    let start = text.index(text.startIndex, offsetBy: range.lowerBound)
    let end = text.index(start, offsetBy: range.count)
    text.removeSubrange(start..<end)
    cursor = min(range.lowerBound, text.count)
  }

  private static func oneLine(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7f }) { return text }
    var result = ""
    // Otherwise each appended scalar would copy the text.
    result.reserveCapacity(text.utf8.count)
    for character in text {
      if character.isNewline || character == "\t" {
        result.append(" ")
      } else if character.unicodeScalars.allSatisfy({ !$0.isControl }) {
        result.append(character)
      } else {
        for scalar in character.unicodeScalars where !scalar.isControl {
          result.unicodeScalars.append(scalar)
        }
      }
    }
    return result
  }
}

extension Unicode.Scalar {
  fileprivate var isControl: Bool { properties.generalCategory == .control }
}
