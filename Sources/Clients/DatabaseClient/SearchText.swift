import Foundation
import SharedModels

/// Makes each character a word in scripts without spaces and in Korean, whose words have endings.
public enum SearchText {
  /// Ends a word for the index. Never occurs in a transcript.
  public static let separator: Character = "\u{1F}"

  public static func hasUnspacedText(_ text: some StringProtocol) -> Bool {
    text.unicodeScalars.contains { mayBeUnspaced($0.value) }
  }

  /// Normalizes compatibility forms, and keeps the number of parts between spaces.
  public static func separated(_ text: String) -> String {
    text.split(separator: " ", omittingEmptySubsequences: false)
      .map { hasUnspacedText($0) ? separated(word: $0) : String($0) }.joined(separator: " ")
  }

  private static func separated(word: Substring) -> String {
    var text = ""
    var last: Character = " "
    for character in String(word).precomposedStringWithCompatibilityMapping {
      let character = character.isWhitespace ? "\u{a0}" : character
      if isUnspacedCharacter(last) && isWordCharacter(character)
        || isWordCharacter(last) && isUnspacedCharacter(character)
      {
        text.append(separator)
      }
      text.append(character)
      last = character
    }
    return text
  }

  static func isUnspacedCharacter(_ character: Character) -> Bool {
    isWordCharacter(character) && (character.isWrittenWithoutSpaces || character.isHangul)
  }

  private static func isWordCharacter(_ character: Character) -> Bool {
    character.isLetter || character.isNumber
  }

  /// Must be fast: it runs on every memo, and few have such characters.
  private static func mayBeUnspaced(_ value: UInt32) -> Bool {
    switch value {
    case 0...0x0DFF: false
    case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF,  // Thai, Lao, Burmese, Khmer
      0x1100...0x11FF, 0x3000...0x9FFF, 0xA960...0xA97F, 0xAC00...0xD7FF,  // CJK
      0xF900...0xFAFF, 0xFF00...0xFFDC, 0x20000...0x3FFFF:
      true
    default: false
    }
  }
}

extension Character {
  fileprivate var isHangul: Bool {
    guard let scalar = unicodeScalars.first
    else { return false }
    return switch scalar.value {
    case 0x1100...0x11FF, 0x3130...0x318F, 0xA960...0xA97F, 0xAC00...0xD7FF: true
    default: false
    }
  }
}

extension SearchText {
  static func tokens(_ text: String) -> [String] {
    separated(text).split { !isWordCharacter($0) }.map { token in
      hasUnspacedText(token)
        ? String(token)
        : token.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
    }
  }
}
