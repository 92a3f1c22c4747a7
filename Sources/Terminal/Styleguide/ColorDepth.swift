public enum ColorDepth: Int, Comparable, Sendable {
  case none
  case basic
  case palette
  case full

  /// Reads `NO_COLOR` (https://no-color.org), `COLORTERM` and `TERM`.
  public init(environment: [String: String]) {
    let terminal = environment["TERM"] ?? ""
    let colorTerm = environment["COLORTERM"] ?? ""
    if environment["NO_COLOR"]?.isEmpty == false || ["", "dumb"].contains(terminal)
      || terminal.hasPrefix("vt1") || terminal.hasPrefix("vt2")
    {
      self = .none
    } else if ["truecolor", "24bit"].contains(colorTerm) || terminal.hasSuffix("-direct") {
      self = .full
    } else if terminal.hasSuffix("256color") {
      self = .palette
    } else {
      self = .basic
    }
  }

  public static func < (lhs: Self, rhs: Self) -> Bool { lhs.rawValue < rhs.rawValue }
}

extension Color {
  public func reduced(to depth: ColorDepth) -> Color {
    switch (kind, depth) {
    case (_, .none), (.standard, _), (.role, _): .standard
    case (.palette(let index), .basic):
      index < 16 ? self : .palette(Self.nearestBasic(to: Self.components(of: index)))
    case (.palette, _), (.rgb, .full): self
    case (.rgb(let red, let green, let blue), .palette):
      .palette(Self.nearestOfCube(to: (Int(red), Int(green), Int(blue))))
    case (.rgb(let red, let green, let blue), .basic):
      .palette(Self.nearestBasic(to: (Int(red), Int(green), Int(blue))))
    }
  }

  private typealias Components = (red: Int, green: Int, blue: Int)

  private static let cubeLevels = [0, 95, 135, 175, 215, 255]

  private static func components(of index: UInt8) -> Components {
    guard index < 232
    else {
      let grey = 8 + (Int(index) - 232) * 10
      return (grey, grey, grey)
    }
    let place = max(0, Int(index) - 16)
    return (cubeLevels[place / 36], cubeLevels[place / 6 % 6], cubeLevels[place % 6])
  }

  private static func nearestOfCube(to color: Components) -> UInt8 {
    func level(_ value: Int) -> Int { value < 48 ? 0 : value < 115 ? 1 : (value - 35) / 40 }
    let cube = UInt8(16 + level(color.red) * 36 + level(color.green) * 6 + level(color.blue))
    let average = (color.red + color.green + color.blue) / 3
    let grey = UInt8(232 + min(23, max(0, (average - 3) / 10)))
    return distance(components(of: grey), color) < distance(components(of: cube), color)
      ? grey : cube
  }

  private static func nearestBasic(to color: Components) -> UInt8 {
    let bright = max(color.red, color.green, color.blue)
    let dark = min(color.red, color.green, color.blue)
    if bright - dark < 48 {
      return bright < 64 ? 0 : bright < 160 ? 8 : bright < 224 ? 7 : 15
    }
    let middle = (bright + dark) / 2
    let hue =
      (color.red > middle ? 1 : 0) | (color.green > middle ? 2 : 0) | (color.blue > middle ? 4 : 0)
    return UInt8(bright > 190 ? hue + 8 : hue)
  }

  private static func distance(_ a: Components, _ b: Components) -> Int {
    let (red, green, blue) = (a.red - b.red, a.green - b.green, a.blue - b.blue)
    return red * red + green * green + blue * blue
  }
}
