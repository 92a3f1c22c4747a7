extension String {
  /// Approximate width in columns: East Asian characters and emoji take two.
  var displayWidth: Int {
    utf8.allSatisfy { (0x20..<0x7F).contains($0) }
      ? utf8.count : reduce(0) { $0 + $1.displayWidth }
  }
}

extension Character {
  var displayWidth: Int {
    guard let scalar = unicodeScalars.first
    else { return 0 }
    if scalar.properties.isEmojiPresentation
      || unicodeScalars.dropFirst().contains(where: { $0.value == 0xFE0F })
    {
      return 2
    }
    return switch scalar.value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF,
      0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x20000...0x3FFFD:
      2
    case 0x0000...0x001F, 0x007F...0x009F, 0x200B...0x200F, 0x202A...0x202E, 0x2066...0x2069: 0
    default: 1
    }
  }
}
