enum Modes {
  static let resetColors = "\u{1b}[0m"

  static let enter =
    "\u{1b}[?1049h\u{1b}[2J\u{1b}[H\u{1b}[?25l\u{1b}[?7l"
    + "\u{1b}[?1000h\u{1b}[?1002h\u{1b}[?1006h\u{1b}[?2004h\u{1b}[?1004h"

  /// Undoes `enter`, even after half a frame. The first two bytes end a control string cut short.
  static let leave =
    "\u{1b}\\\u{1b}[?2026l\u{1b}[0m\u{1b}[?1004l\u{1b}[?2004l\u{1b}[?1006l\u{1b}[?1002l"
    + "\u{1b}[?1000l\u{1b}[?7h\u{1b}[?25h\u{1b}[?1049l"
}
