public struct Color: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    /// One of the terminal's 256 colors. Users configure the first 16.
    case palette(UInt8)
    case rgb(red: UInt8, green: UInt8, blue: UInt8)
    case role(Role)
    case standard
  }

  // Packed: a frame holds two per cell.
  private let bits: UInt32

  public static let standard = Self(bits: 0)

  public static func palette(_ index: UInt8) -> Self {
    Self(bits: 1 << 24 | UInt32(index))
  }

  public static func rgb(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> Self {
    Self(bits: 2 << 24 | UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue))
  }

  public static func role(_ role: Role) -> Self {
    Self(bits: 3 << 24 | UInt32(role.rawValue))
  }

  public var kind: Kind {
    let low = UInt8(truncatingIfNeeded: bits)
    switch bits >> 24 {
    case 1: return .palette(low)
    case 2:
      return .rgb(
        red: UInt8(truncatingIfNeeded: bits >> 16), green: UInt8(truncatingIfNeeded: bits >> 8),
        blue: low)
    case 3: return Role(rawValue: low).map(Kind.role) ?? .standard
    default: return .standard
    }
  }
}

extension Color {
  public enum Role: UInt8, CaseIterable, Sendable {
    case accent
    case faint
    case good
    case hit
    case recording
    case selection
    case spoken
    case spokenText
    case warning
    case wrong
  }
}
