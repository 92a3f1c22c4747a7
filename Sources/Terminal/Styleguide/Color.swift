/// A colour of text or of what is behind it.
///
/// Views use roles, so that a theme can say what suits a light and a dark terminal; the other
/// kinds are what themes are made of.
public struct Color: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    /// One of the terminal's 256: the first 16 are its user's own.
    case palette(UInt8)
    case rgb(red: UInt8, green: UInt8, blue: UInt8)
    case role(Role)
    /// Whatever the terminal's text, or its background, has.
    case standard
  }

  // Packed, as a frame holds two for each of its cells: the kind in the highest byte.
  private let bits: UInt32

  /// Whatever the terminal's text, or its background, has.
  public static let standard = Self(bits: 0)

  /// One of the terminal's 256: the first 16 are its user's own.
  public static func palette(_ index: UInt8) -> Self {
    Self(bits: 1 << 24 | UInt32(index))
  }

  public static func rgb(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> Self {
    Self(bits: 2 << 24 | UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue))
  }

  /// What the theme has for that role.
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
  /// What a colour is for.
  public enum Role: UInt8, CaseIterable, Sendable {
    /// What can be acted on, and where the focus is.
    case accent
    /// What is less important, such as a date beside a title.
    case faint
    case good
    /// What a search found.
    case hit
    /// A recording in progress.
    case recording
    /// The background of the chosen row.
    case selection
    /// The background of the word that is spoken.
    case spoken
    /// The text of the word that is spoken.
    case spokenText
    case warning
    case wrong
  }
}
