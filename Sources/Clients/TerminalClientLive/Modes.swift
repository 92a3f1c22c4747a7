/// The sequences that take a terminal and give it back.
enum Modes {
  /// Ends colors that a line was cut short in.
  static let resetColors = "\u{1b}[0m"

  /// A screen of its own, no cursor, no wrapping at the right edge; mouse buttons, pastes and
  /// focus are reported. Terminals ignore what they do not know.
  static let enter =
    "\u{1b}[?1049h\u{1b}[2J\u{1b}[H\u{1b}[?25l\u{1b}[?7l"
    + "\u{1b}[?1000h\u{1b}[?1002h\u{1b}[?1006h\u{1b}[?2004h\u{1b}[?1004h"

  /// All of it undone, in the opposite order, from any state: a frame may be half written. The
  /// first two bytes end a control string that was cut short.
  static let leave =
    "\u{1b}\\\u{1b}[?2026l\u{1b}[0m\u{1b}[?1004l\u{1b}[?2004l\u{1b}[?1006l\u{1b}[?1002l"
    + "\u{1b}[?1000l\u{1b}[?7h\u{1b}[?25h\u{1b}[?1049l"
}
