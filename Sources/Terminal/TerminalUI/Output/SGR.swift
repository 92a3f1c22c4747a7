import Styleguide

struct SGR: Sendable {
  let depth: ColorDepth
  let theme: Theme
  private(set) var current = Style.plain
  private let roles: [Color]

  init(depth: ColorDepth, theme: Theme) {
    self.depth = depth
    self.theme = theme
    self.roles = Color.Role.allCases.map { theme.color(for: $0, depth: depth) }
  }

  mutating func reset(into output: inout [UInt8]) {
    output.append(contentsOf: "\u{1b}[0m".utf8)
    current = .plain
  }

  mutating func set(_ style: Style, into output: inout [UInt8]) {
    guard style != current
    else { return }
    var old = resolvedStyle(of: current)
    let new = resolvedStyle(of: style)
    current = style
    guard new != old
    else { return }
    if new == .plain { return output.append(contentsOf: "\u{1b}[0m".utf8) }
    var codes: [String] = []
    if !old.attributes.isSubset(of: new.attributes) {
      codes.append("0")
      old = .plain
    }
    for (attribute, code) in Self.attributes
    where new.attributes.contains(attribute) && !old.attributes.contains(attribute) {
      codes.append(code)
    }
    if new.foreground != old.foreground { codes.append(code(of: new.foreground, base: 30)) }
    if new.background != old.background { codes.append(code(of: new.background, base: 40)) }
    output.append(contentsOf: "\u{1b}[\(codes.joined(separator: ";"))m".utf8)
  }

  private static let attributes: [(Style.Attributes, String)] = [
    (.bold, "1"), (.dim, "2"), (.italic, "3"), (.underline, "4"), (.reverse, "7"),
    (.strikethrough, "9"),
  ]

  /// A background without a color becomes reverse video, with the terminal's own text color, and
  /// faint text without a color becomes dim.
  private func resolvedStyle(of style: Style) -> Style {
    var resolved = style
    resolved.foreground = resolve(style.foreground)
    resolved.background = resolve(style.background)
    if style.background != .standard, resolved.background == .standard {
      resolved.foreground = .standard
      resolved.attributes.insert(.reverse)
    } else if style.foreground == .role(.faint), resolved.foreground == .standard {
      resolved.attributes.insert(.dim)
    }
    return resolved
  }

  private func resolve(_ color: Color) -> Color {
    switch color.kind {
    case .role(let role): roles[Int(role.rawValue)]
    case .standard: color
    default: color.reduced(to: depth)
    }
  }

  private func code(of color: Color, base: Int) -> String {
    switch color.kind {
    case .palette(let index) where index < 8: "\(base + Int(index))"
    case .palette(let index) where index < 16: "\(base + 52 + Int(index))"
    case .palette(let index): "\(base + 8);5;\(index)"
    case .rgb(let red, let green, let blue): "\(base + 8);2;\(red);\(green);\(blue)"
    case .role, .standard: "\(base + 9)"
    }
  }
}
