public enum Event: Equatable, Sendable {
  case background(isDark: Bool)
  case focus(Bool)
  case key(Key)
  case mouse(Mouse)
  case paste(String)
  case resize(Size)
}

public struct Mouse: Hashable, Sendable {
  public enum Button: Hashable, Sendable {
    case left, middle, none, right
  }

  public enum Kind: Hashable, Sendable {
    case drag, move, press, release, scrollDown, scrollUp
  }

  public var point: Point
  public var button: Button
  public var kind: Kind
  public var modifiers: Key.Modifiers

  public init(
    x: Int, y: Int, button: Button = .left, kind: Kind = .press, modifiers: Key.Modifiers = []
  ) {
    self.point = Point(x: x, y: y)
    self.button = button
    self.kind = kind
    self.modifiers = modifiers
  }
}

extension Mouse {
  public var isClick: Bool { kind == .press && button == .left }
}
