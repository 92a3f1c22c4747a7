/// Symbols to draw with. Both sets have the same widths, so that layouts do not change.
public struct Glyphs: Equatable, Sendable {
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
  public let arrows: (left: Character, right: Character)
  public let pause: Character
  public let play: Character
  public let progress: [Character]
  public let progressRest: Character
  public let record: Character
  public let scrollThumb: Character
  public let scrollTrack: Character
  public let star: Character
  public let stop: Character
  public let unchecked: Character
  public let wave: [Character]

  /// Replaces symbols that this set lacks. For the program's own texts, not the user's.
  public func replacingUnsupported(_ text: String) -> String {
    guard self == .ascii, !text.utf8.allSatisfy({ $0 < 0x80 })
    else { return text }
    return String(text.map { Self.asciiReplacements[$0] ?? $0 })
  }

  private static let asciiReplacements: [Character: Character] = [
    "‹": "<", "›": ">", "←": "<", "→": ">", "↑": "^", "↓": "v", "…": "~", "·": "-", "•": "*",
    "×": "x", "–": "-", "★": "*", "✓": "x", "✗": "x", "▶": ">", "■": "#", "●": "o", "‖": "=",
  ]

  public static let unicode = Self(
    border: Border(
      topLeft: "╭", topRight: "╮", bottomLeft: "╰", bottomRight: "╯", horizontal: "─",
      vertical: "│"),
    bullet: "•", checked: "✓", chevron: "›", cross: "✗", ellipsis: "…", arrows: ("‹", "›"),
    pause: "‖", play: "▶", progress: Array("▏▎▍▌▋▊▉█"), progressRest: "░", record: "●",
    scrollThumb: "┃", scrollTrack: "│", star: "★", stop: "■", unchecked: "·",
    wave: Array(" ▁▂▃▄▅▆▇█"))

  public static let ascii = Self(
    border: Border(
      topLeft: "+", topRight: "+", bottomLeft: "+", bottomRight: "+", horizontal: "-",
      vertical: "|"),
    bullet: "*", checked: "x", chevron: ">", cross: "x", ellipsis: "~", arrows: ("<", ">"),
    pause: "=", play: ">", progress: Array("----===#"), progressRest: ".", record: "o",
    scrollThumb: "#", scrollTrack: "|", star: "*", stop: "#", unchecked: ".",
    wave: Array(" ..::||##"))

  /// Unicode in UTF-8 locales, except on the Linux console, whose font has few symbols.
  public static func supported(in environment: [String: String]) -> Self {
    isUTF8(environment) && environment["TERM"] != "linux" ? .unicode : .ascii
  }

  public static func isUTF8(_ environment: [String: String]) -> Bool {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }
      .first { !$0.isEmpty }
    guard let locale = locale?.lowercased()
    else { return false }
    return locale.hasSuffix("utf-8") || locale.hasSuffix("utf8") || locale.contains("utf-8@")
      || locale.contains("utf8@")
  }

  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.border == rhs.border
  }
}
