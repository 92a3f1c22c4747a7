import Foundation
import SharedModels

/// A text as a search takes it where words cannot be told by the spaces between them.
///
/// In Chinese, Japanese, Thai or Khmer nobody knows where a word ends: an engine cuts text into pieces
/// as it likes, and a person who types cuts it nowhere. In Korean words have endings without a space
/// before them. So each sign of these scripts is looked for as if it were a word, and what a person
/// searches for is a phrase of signs, which is found however the text was cut.
public enum SearchText {
  /// What stands between signs: an index takes it for the end of a word. No transcript has it.
  public static let separator: Character = "\u{1F}"

  /// Whether there is a sign in it, or what is written as another one would be.
  public static func hasSigns(_ text: some StringProtocol) -> Bool {
    text.unicodeScalars.contains { mayBeSign($0.value) }
  }

  /// The same with ``separator`` beside each sign, and with the usual one of signs that are written in
  /// several ways. It has as many parts with a space between them as before.
  public static func separated(_ text: String) -> String {
    text.split(separator: " ", omittingEmptySubsequences: false)
      .map { hasSigns($0) ? separated(word: $0) : String($0) }.joined(separator: " ")
  }

  private static func separated(word: Substring) -> String {
    var text = ""
    var last: Character = " "
    for character in String(word).precomposedStringWithCompatibilityMapping {
      // What was one part stays one.
      let character = character.isWhitespace ? "\u{a0}" : character
      if isSign(last) && isOfWord(character) || isOfWord(last) && isSign(character) {
        text.append(separator)
      }
      text.append(character)
      last = character
    }
    return text
  }

  static func isSign(_ character: Character) -> Bool {
    isOfWord(character) && (character.isWrittenWithoutSpaces || character.isHangul)
  }

  private static func isOfWord(_ character: Character) -> Bool {
    character.isLetter || character.isNumber
  }

  /// Each memo of a library is asked this, and hardly any has signs.
  private static func mayBeSign(_ value: UInt32) -> Bool {
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
  /// Whether it is a syllable of Korean, or a part of one.
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
  /// What a search compares: words without case and accents, and signs.
  static func tokens(_ text: String) -> [String] {
    separated(text).split { !isOfWord($0) }.map { token in
      hasSigns(token)
        ? String(token)
        : token.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
    }
  }
}
