public import SharedSettings
public import TerminalUI

extension Settings.Theme {
  /// A theme that this version doesn't know follows the terminal.
  public var appearance: Appearance {
    switch self {
    case .dark: .dark
    case .light: .light
    case .other, .system: .automatic
    case .plain: .plain
    }
  }
}
