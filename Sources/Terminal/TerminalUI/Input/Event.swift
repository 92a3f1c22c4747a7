/// What a person does at a terminal.
public enum Event: Equatable, Sendable {
  /// The terminal has said what its background is like.
  case background(isDark: Bool)
  /// The terminal's window has gained or lost the keyboard focus.
  case focus(Bool)
  case key(Key)
  case mouse(Mouse)
  /// Text from the clipboard, its lines ended by line feeds.
  case paste(String)
  case resize(Size)
}

/// What was done with the mouse, and where.
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
  /// Whether the left button was pressed.
  public var isClick: Bool { kind == .press && button == .left }
}
