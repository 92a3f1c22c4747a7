import Styleguide

/// Which colors are used.
public enum Appearance: Sendable {
  /// Those for the terminal's background, as the terminal reports it, or else as the environment
  /// says.
  case automatic
  /// Those for a dark background, whatever the terminal reports.
  case dark
  /// Those for a light background, whatever the terminal reports.
  case light
  /// None. Bold and reversed text stays bold and reversed.
  case plain

  /// The theme to use on a terminal whose own theme is `own`.
  func theme(_ own: Theme) -> Theme {
    switch self {
    case .automatic, .plain: own
    case .dark: .dark
    case .light: .light
    }
  }

  /// How many colors to use on a terminal that has `own`. One that has none, or whose user wants
  /// none, gets none.
  func depth(_ own: ColorDepth) -> ColorDepth {
    self == .plain ? .none : own
  }
}
