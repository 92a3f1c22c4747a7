public struct Key: Hashable, Sendable {
  public enum Code: Hashable, Sendable {
    case backspace, delete, down, end, enter, escape, home, insert, left, pageDown, pageUp
    case right, tab, up
    case character(Character)
    case function(Int)
  }

  public struct Modifiers: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    public static let shift = Self(rawValue: 1)
    public static let alternate = Self(rawValue: 2)
    public static let control = Self(rawValue: 4)
    public static let command = Self(rawValue: 8)
  }

  public var code: Code
  /// Without shift for a shifted character: `A`, not `shift+a`.
  public var modifiers: Modifiers

  public init(_ code: Code, _ modifiers: Modifiers = []) {
    self.code = code
    self.modifiers = modifiers
  }

  public static let backspace = Self(.backspace)
  public static let backtab = Self(.tab, .shift)
  public static let delete = Self(.delete)
  public static let down = Self(.down)
  public static let end = Self(.end)
  public static let enter = Self(.enter)
  public static let escape = Self(.escape)
  public static let home = Self(.home)
  public static let left = Self(.left)
  public static let pageDown = Self(.pageDown)
  public static let pageUp = Self(.pageUp)
  public static let right = Self(.right)
  public static let space: Self = " "
  public static let tab = Self(.tab)
  public static let up = Self(.up)

  public static func alt(_ character: Character) -> Self {
    Self(.character(character), .alternate)
  }

  public static func ctrl(_ character: Character) -> Self {
    Self(.character(character), .control)
  }

  public static func function(_ number: Int) -> Self {
    Self(.function(number))
  }
}

extension Key: ExpressibleByExtendedGraphemeClusterLiteral {
  public init(extendedGraphemeClusterLiteral character: Character) {
    self.init(.character(character))
  }
}

extension Key: CustomStringConvertible, LosslessStringConvertible {
  public var description: String {
    var parts: [String] = []
    if modifiers.contains(.control) { parts.append("ctrl") }
    if modifiers.contains(.alternate) { parts.append("alt") }
    if modifiers.contains(.shift) { parts.append("shift") }
    if modifiers.contains(.command) { parts.append("cmd") }
    switch code {
    case .character(let character): parts.append(character == " " ? "space" : String(character))
    case .function(let number): parts.append("f\(number)")
    default: parts.append(Self.names.first { $0.value == code }?.key ?? "")
    }
    return parts.joined(separator: "+")
  }

  public init?(_ description: String) {
    var rest = description[...]
    var modifiers: Modifiers = []
    while let plus = rest.dropFirst().firstIndex(of: "+"), plus != rest.indices.last {
      switch rest[..<plus].lowercased() {
      case "ctrl", "control": modifiers.insert(.control)
      case "alt", "option", "meta": modifiers.insert(.alternate)
      case "shift": modifiers.insert(.shift)
      case "cmd", "command", "super": modifiers.insert(.command)
      default: return nil
      }
      rest = rest[rest.index(after: plus)...]
    }
    let name = rest.lowercased()
    if let character = rest.first, rest.count == 1 {
      self.init(.character(character), modifiers)
    } else if let code = Self.names[name] {
      self.init(code, modifiers)
    } else if name == "space" {
      self.init(.character(" "), modifiers)
    } else if name == "backtab" {
      self.init(.tab, modifiers.union(.shift))
    } else if name.hasPrefix("f"), let number = Int(name.dropFirst()), (1...35).contains(number) {
      self.init(.function(number), modifiers)
    } else {
      return nil
    }
  }

  private static let names: [String: Code] = [
    "backspace": .backspace, "delete": .delete, "down": .down, "end": .end, "enter": .enter,
    "escape": .escape, "home": .home, "insert": .insert, "left": .left, "pagedown": .pageDown,
    "pageup": .pageUp, "right": .right, "tab": .tab, "up": .up,
  ]
}
