import Styleguide

public enum Appearance: Sendable {
  case automatic
  case dark
  case light
  case plain

  func theme(_ own: Theme) -> Theme {
    switch self {
    case .automatic, .plain: own
    case .dark: .dark
    case .light: .light
    }
  }

  func depth(_ own: ColorDepth) -> ColorDepth {
    self == .plain ? .none : own
  }
}
