struct ControlSequence {
  private let prefix: [UInt8]
  private let parameters: [[Int?]]
  private let final: UInt8

  init(_ bytes: [UInt8], final: UInt8) {
    prefix = Array(bytes.prefix { (0x3c...0x3f).contains($0) })
    parameters = bytes.dropFirst(prefix.count)
      .split(separator: 0x3b, omittingEmptySubsequences: false)
      .map { $0.split(separator: 0x3a, omittingEmptySubsequences: false).map(Self.number) }
    self.final = final
  }

  private static func number(_ digits: some Collection<UInt8>) -> Int? {
    guard !digits.isEmpty, digits.count < 10
    else { return nil }
    var value = 0
    for digit in digits {
      guard (0x30...0x39).contains(digit)
      else { return nil }
      value = value * 10 + Int(digit - 0x30)
    }
    return value
  }

  var isPasteStart: Bool { final == 0x7e && prefix.isEmpty && first == 200 }

  var event: Event? {
    if prefix == [0x3c], final == 0x4d || final == 0x6d { return mouse }
    guard prefix.isEmpty
    else { return nil }
    switch final {
    case UInt8(ascii: "I") where parameters.first?.first == .some(nil): return .focus(true)
    case UInt8(ascii: "O") where parameters.first?.first == .some(nil): return .focus(false)
    case UInt8(ascii: "I"), UInt8(ascii: "O"):
      return parameters.isEmpty ? .focus(final == 0x49) : nil
    case UInt8(ascii: "Z"): return .key(.backtab)
    case UInt8(ascii: "u"): return key(unicode: first)
    case UInt8(ascii: "~") where first == 27: return key(unicode: parameter(2))
    case UInt8(ascii: "~"): return Self.numbered[first ?? 0].flatMap(key)
    // May also be a cursor report, which is never requested.
    default: return Self.lettered[final].flatMap(key)
    }
  }

  private var first: Int? { parameter(0) }

  private func parameter(_ index: Int, _ part: Int = 0) -> Int? {
    index < parameters.count && part < parameters[index].count ? parameters[index][part] : nil
  }

  private var modifiers: Key.Modifiers {
    let bits = max(0, (parameter(1) ?? 1) - 1)
    var modifiers = Key.Modifiers(rawValue: UInt8(bits & 0x0f))
    // Old terminals report Alt as Meta.
    if bits & 0x20 != 0 { modifiers.insert(.alternate) }
    return modifiers
  }

  private var isRelease: Bool { parameter(1, 1) == 3 }

  private func key(_ code: Key.Code) -> Event? {
    isRelease ? nil : .key(Key(code, modifiers))
  }

  private func key(unicode: Int?) -> Event? {
    guard let unicode, !isRelease
    else { return nil }
    if let code = Self.unicode[unicode] { return .key(Key(code, modifiers)) }
    // Private use numbers stand for keys without a character: lock keys, media keys.
    guard unicode >= 32, !(57_344...63_743).contains(unicode),
      let scalar = Unicode.Scalar(UInt32(unicode))
    else { return nil }
    var character = Character(scalar)
    var modifiers = modifiers
    if modifiers.contains(.shift) {
      let shifted = parameter(0, 1).flatMap { Unicode.Scalar(UInt32($0)) }.map(Character.init)
      let upper = String(character).uppercased()
      character = shifted ?? (upper.count == 1 ? Character(upper) : character)
      modifiers.remove(.shift)
    }
    if modifiers.contains(.control), let lower = character.lowercased().first { character = lower }
    return .key(Key(.character(character), modifiers))
  }

  private var mouse: Event? {
    guard let code = first, let column = parameter(1), let row = parameter(2)
    else { return nil }
    return .mouse(Mouse(code: code, column: column, row: row, isPress: final == 0x4d))
  }

  private static let lettered: [UInt8: Key.Code] = [
    UInt8(ascii: "A"): .up, UInt8(ascii: "B"): .down, UInt8(ascii: "C"): .right,
    UInt8(ascii: "D"): .left, UInt8(ascii: "F"): .end, UInt8(ascii: "H"): .home,
    UInt8(ascii: "P"): .function(1), UInt8(ascii: "Q"): .function(2),
    UInt8(ascii: "R"): .function(3), UInt8(ascii: "S"): .function(4),
  ]

  private static let numbered: [Int: Key.Code] = [
    1: .home, 2: .insert, 3: .delete, 4: .end, 5: .pageUp, 6: .pageDown, 7: .home, 8: .end,
    11: .function(1), 12: .function(2), 13: .function(3), 14: .function(4), 15: .function(5),
    17: .function(6), 18: .function(7), 19: .function(8), 20: .function(9), 21: .function(10),
    23: .function(11), 24: .function(12), 25: .function(13), 26: .function(14),
    28: .function(15), 29: .function(16), 31: .function(17), 32: .function(18),
    33: .function(19), 34: .function(20),
  ]

  private static let unicode: [Int: Key.Code] = [
    8: .backspace, 9: .tab, 13: .enter, 27: .escape, 127: .backspace,
    57_414: .enter, 57_417: .left, 57_418: .right, 57_419: .up, 57_420: .down, 57_421: .pageUp,
    57_422: .pageDown, 57_423: .home, 57_424: .end, 57_425: .insert, 57_426: .delete,
  ]
}

extension Mouse {
  init(code: Int, column: Int, row: Int, isPress: Bool) {
    var modifiers: Key.Modifiers = []
    if code & 4 != 0 { modifiers.insert(.shift) }
    if code & 8 != 0 { modifiers.insert(.alternate) }
    if code & 16 != 0 { modifiers.insert(.control) }
    let button: Button =
      switch code & 3 {
      case 0: .left
      case 1: .middle
      case 2: .right
      default: .none
      }
    let isWheel = code & 64 != 0
    let kind: Kind =
      if isWheel {
        code & 1 == 0 ? .scrollUp : .scrollDown
      } else if code & 32 != 0 {
        button == .none ? .move : .drag
      } else {
        isPress && button != .none ? .press : .release
      }
    self.init(
      x: max(0, column - 1), y: max(0, row - 1), button: isWheel ? .none : button, kind: kind,
      modifiers: modifiers)
  }
}

/// The response to OSC 11, such as `11;rgb:1e1e/1e1e/1e1e`.
struct BackgroundReport {
  let isDark: Bool

  init?(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    guard text.hasPrefix("11;rgb:")
    else { return nil }
    let parts = text.dropFirst(7).split(separator: "/").map { part in
      Int(part, radix: 16).map { Double($0) / Double((1 << (4 * part.count)) - 1) }
    }
    guard parts.count == 3, let red = parts[0], let green = parts[1], let blue = parts[2]
    else { return nil }
    isDark = 0.299 * red + 0.587 * green + 0.114 * blue < 0.5
  }

  static let request = Array("\u{1b}]11;?\u{1b}\\".utf8)
}
