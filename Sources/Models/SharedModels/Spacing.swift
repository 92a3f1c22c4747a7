extension Collection where Element: StringProtocol {
  /// Adds spaces, except at white space and in scripts such as Chinese, Japanese and Thai.
  public func joinedAsText() -> String {
    var text = ""
    for piece in self where !piece.isEmpty {
      if let last = text.last, let first = piece.first, last.needsSpace(before: first) {
        text.append(" ")
      }
      text.append(contentsOf: piece)
    }
    return text
  }
}

extension String {
  public func continuation(with piece: String) -> String {
    // By scalars: the piece may begin with one that belongs to the last character.
    String([self, piece].joinedAsText().unicodeScalars.dropFirst(unicodeScalars.count))
  }
}

extension Character {
  public func needsSpace(before next: Character) -> Bool {
    !isWhitespace && !next.isWhitespace
      && !(isWrittenWithoutSpaces && next.isWrittenWithoutSpaces)
  }

  public var isWrittenWithoutSpaces: Bool {
    guard let scalar = unicodeScalars.first
    else { return false }
    return switch scalar.value {
    case 0x0E00...0x0EFF,  // Thai, Lao
      0x1000...0x109F,  // Burmese
      0x1780...0x17FF,  // Khmer
      0x3000...0x30FF,  // CJK punctuation, kana
      0x31F0...0x31FF,  // small kana
      0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF,  // Chinese characters
      0xFF00...0xFF65,  // full-width punctuation
      0x20000...0x3FFFF:  // rarer Chinese characters
      true
    default: false
    }
  }
}

extension String {
  var wordCount: Int { split(whereSeparator: \.isWhitespace).count }
}
