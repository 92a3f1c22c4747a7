public import SharedSettings
public import TerminalUI

extension Settings.Theme {
  /// What a terminal is to be told. A theme that this version does not know is the terminal's own.
  public var appearance: Appearance {
    switch self {
    case .dark: .dark
    case .light: .light
    case .other, .system: .automatic
    case .plain: .plain
    }
  }
}
