public struct Theme: Equatable, Sendable {
  public let isDark: Bool

  public static let dark = Self(isDark: true)
  public static let light = Self(isDark: false)

  public init(isDark: Bool) {
    self.isDark = isDark
  }

  public init(environment: [String: String]) {
    let background = environment["COLORFGBG"]?.split(separator: ";").last.flatMap { Int($0) }
    self.init(isDark: background.map { $0 < 7 || $0 == 8 } ?? true)
  }

  /// Of the 16 basic colors, which users configure, uses those that suit either background.
  public func color(for role: Color.Role, depth: ColorDepth) -> Color {
    switch depth {
    case .none: .standard
    case .basic: basic(role)
    case .palette, .full: fine(role).reduced(to: depth)
    }
  }

  private func basic(_ role: Color.Role) -> Color {
    switch role {
    case .accent: .palette(isDark ? 6 : 4)
    case .good: .palette(2)
    case .hit, .warning: .palette(isDark ? 3 : 5)
    case .recording, .wrong: .palette(1)
    // Drawn dim: bright black is too dark in many palettes, and Solarized's is its background.
    // The selection is drawn in reverse video: text of the other roles can't be read on any color.
    case .faint, .selection: .standard
    case .spoken: .palette(3)
    case .spokenText: .palette(0)
    }
  }

  private func fine(_ role: Color.Role) -> Color {
    switch (role, isDark) {
    case (.accent, true): .rgb(0x6c, 0xb6, 0xff)
    case (.accent, false): .rgb(0x0a, 0x5c, 0xb8)
    case (.faint, true): .rgb(0xa3, 0xaa, 0xb3)
    case (.faint, false): .rgb(0x58, 0x5f, 0x67)
    case (.good, true): .rgb(0x6b, 0xc4, 0x6d)
    case (.good, false): .rgb(0x13, 0x70, 0x2f)
    case (.hit, true): .rgb(0xf2, 0xc5, 0x5c)
    case (.hit, false): .rgb(0x7d, 0x52, 0x00)
    case (.recording, true): .rgb(0xff, 0x7b, 0x70)
    case (.recording, false): .rgb(0xb8, 0x26, 0x1a)
    case (.selection, true): .rgb(0x21, 0x37, 0x55)
    case (.selection, false): .rgb(0xcf, 0xe3, 0xfa)
    case (.spoken, true): .rgb(0xf2, 0xc5, 0x5c)
    case (.spoken, false): .rgb(0xff, 0xd8, 0x6b)
    case (.spokenText, _): .rgb(0x1c, 0x1c, 0x1c)
    case (.warning, true): .rgb(0xe0, 0xa0, 0x4a)
    case (.warning, false): .rgb(0x8a, 0x4b, 0x00)
    case (.wrong, true): .rgb(0xff, 0x7b, 0x72)
    case (.wrong, false): .rgb(0xb3, 0x1d, 0x28)
    }
  }
}
