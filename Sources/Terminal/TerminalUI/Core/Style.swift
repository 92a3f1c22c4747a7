public import Styleguide

public struct Style: Hashable, Sendable {
  public struct Attributes: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    public static let bold = Self(rawValue: 1)
    public static let dim = Self(rawValue: 2)
    public static let italic = Self(rawValue: 4)
    public static let underline = Self(rawValue: 8)
    public static let reverse = Self(rawValue: 16)
    public static let strikethrough = Self(rawValue: 32)
  }

  public var foreground: Color
  public var background: Color
  public var attributes: Attributes

  public static let plain = Self()

  public init(
    foreground: Color = .standard, background: Color = .standard, attributes: Attributes = []
  ) {
    self.foreground = foreground
    self.background = background
    self.attributes = attributes
  }

  public static func role(_ role: Color.Role) -> Self {
    Self(foreground: .role(role))
  }

  public func over(_ other: Self) -> Self {
    Self(
      foreground: foreground == .standard ? other.foreground : foreground,
      background: background == .standard ? other.background : background,
      attributes: attributes.union(other.attributes))
  }
}
