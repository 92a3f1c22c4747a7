/// The signs that views draw with, each in as many columns in ASCII as in Unicode, so that the
/// choice never moves anything.
public struct Glyphs: Equatable, Sendable {
  /// The lines of a frame around something.
  public struct Border: Equatable, Sendable {
    public let topLeft: Character
    public let topRight: Character
    public let bottomLeft: Character
    public let bottomRight: Character
    public let horizontal: Character
    public let vertical: Character
  }

  public let border: Border
  public let bullet: Character
  public let checked: Character
  public let chevron: Character
  public let cross: Character
  public let ellipsis: Character
  /// Where the text goes on to the left and to the right of what is shown.
  public let more: (left: Character, right: Character)
  public let pause: Character
  public let play: Character
  /// A bar's cell, from an eighth to all of it. The ASCII ones are fewer, and repeat.
  public let progress: [Character]
  public let progressRest: Character
  public let record: Character
  public let scrollThumb: Character
  public let scrollTrack: Character
  /// The pictures of something turning.
  public let spinner: [Character]
  public let star: Character
  public let stop: Character
  public let unchecked: Character
  /// A column of a waveform, from nothing to a full cell.
  public let wave: [Character]

  /// A text of the program's own with the signs that this set has: `↑↓` becomes `^v` in ASCII, and
  /// no text gets longer or shorter by it. What people have written is not for this.
  public func drawable(_ text: String) -> String {
    guard self == .ascii, !text.utf8.allSatisfy({ $0 < 0x80 })
    else { return text }
    return String(text.map { Self.plain[$0] ?? $0 })
  }

  private static let plain: [Character: Character] = [
    "‹": "<", "›": ">", "←": "<", "→": ">", "↑": "^", "↓": "v", "…": "~", "·": "-", "•": "*",
    "×": "x", "–": "-", "★": "*", "✓": "x", "✗": "x", "▶": ">", "■": "#", "●": "o", "‖": "=",
  ]

  public static let unicode = Self(
    border: Border(
      topLeft: "╭", topRight: "╮", bottomLeft: "╰", bottomRight: "╯", horizontal: "─",
      vertical: "│"),
    bullet: "•", checked: "✓", chevron: "›", cross: "✗", ellipsis: "…", more: ("‹", "›"),
    pause: "‖", play: "▶", progress: Array("▏▎▍▌▋▊▉█"), progressRest: "░", record: "●",
    scrollThumb: "┃", scrollTrack: "│", spinner: Array("⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏"), star: "★", stop: "■",
    unchecked: "·", wave: Array(" ▁▂▃▄▅▆▇█"))

  public static let ascii = Self(
    border: Border(
      topLeft: "+", topRight: "+", bottomLeft: "+", bottomRight: "+", horizontal: "-",
      vertical: "|"),
    bullet: "*", checked: "x", chevron: ">", cross: "x", ellipsis: "~", more: ("<", ">"),
    pause: "=", play: ">", progress: Array("----===#"), progressRest: ".", record: "o",
    scrollThumb: "#", scrollTrack: "|", spinner: Array("|/-\\"), star: "*", stop: "#",
    unchecked: ".", wave: Array(" ..::||##"))

  /// Unicode where the locale is one of UTF-8 and the terminal's font is known to have more than
  /// a few hundred signs, as that of the Linux console has not.
  public static func suited(to environment: [String: String]) -> Self {
    isUTF8(environment) && environment["TERM"] != "linux" ? .unicode : .ascii
  }

  /// Whether the locale is one of UTF-8.
  public static func isUTF8(_ environment: [String: String]) -> Bool {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }
      .first { !$0.isEmpty }
    guard let locale = locale?.lowercased()
    else { return false }
    return locale.hasSuffix("utf-8") || locale.hasSuffix("utf8") || locale.contains("utf-8@")
      || locale.contains("utf8@")
  }

  public static func == (lhs: Self, rhs: Self) -> Bool {
    // The border's top corner tells the two sets apart: there are no others.
    lhs.border == rhs.border
  }
}
