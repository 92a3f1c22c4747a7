import Styleguide

/// Which colors are used.
public enum Appearance: Sendable {
  /// Those for the terminal's background, as it tells it, or else as the environment does.
  case automatic
  /// Those for a dark background, whatever the terminal tells.
  case dark
  /// Those for a light background, whatever the terminal tells.
  case light
  /// None. What is bold or reversed stays so.
  case plain

  /// The theme to use where the terminal's own would be another.
  func theme(_ own: Theme) -> Theme {
    switch self {
    case .automatic, .plain: own
    case .dark: .dark
    case .light: .light
    }
  }

  /// How many colors to use of those that the terminal has. A terminal that has none, or whose user
  /// wants none, gets none.
  func depth(_ own: ColorDepth) -> ColorDepth {
    self == .plain ? .none : own
  }
}
