extension TextState {
  /// The style of a piece of text. `nil` leaves a property to the view.
  public struct Style: Hashable, Sendable {
    /// The offset above the baseline, in points.
    public var baselineOffset: Double?

    /// The color, or `nil` for that of the surroundings.
    public var color: Color?

    /// The font, or `nil` for that of the surroundings.
    public var font: Font?

    /// Whether the text is italic, or `nil` if that is not specified.
    public var isItalic: Bool?

    /// Whether the text is monospaced, or `nil` if that is not specified.
    public var isMonospaced: Bool?

    /// Whether digits are monospaced.
    public var isMonospacedDigit: Bool?

    /// Whether the text is struck through, or `nil` if that is not specified.
    public var isStruckThrough: Bool?

    /// Whether the text is underlined, or `nil` if that is not specified.
    public var isUnderlined: Bool?

    /// Space between letters, in points. Ligatures stay.
    public var kerning: Double?

    /// The space between letters, in points. Ligatures are broken up.
    public var tracking: Double?

    /// The font weight, or `nil` for the font's own.
    public var weight: Weight?

    /// A style that leaves everything to the view that shows the text.
    public init() {}
  }

  /// The color of text. The names are roles: a terminal or a theme decides about the shade.
  public enum Color: String, Hashable, Sendable {
    /// A color by the name that user interfaces have for it.
    case black, blue, brown, cyan, gray, green, indigo, mint, orange, pink, primary, purple, red,
      secondary, teal, white, yellow
  }

  /// The font of text, by purpose.
  public enum Font: String, Hashable, Sendable {
    /// A font by its use in a text.
    case body, callout, caption, caption2, footnote, headline, largeTitle, subheadline, title,
      title2, title3
  }

  /// The weight of a font.
  public enum Weight: String, Hashable, Sendable {
    /// A weight by the name that fonts have for it.
    case black, bold, heavy, light, medium, regular, semibold, thin, ultraLight
  }
}

extension TextState {
  /// Moves the text up from its line, or down for a negative number of points.
  public func baselineOffset(_ offset: Double) -> Self {
    styled(\.baselineOffset, offset)
  }

  /// Makes the text bold.
  public func bold(_ isActive: Bool = true) -> Self {
    isActive ? fontWeight(.bold) : self
  }

  /// Sets the font of the text.
  public func font(_ font: Font?) -> Self {
    styled(\.font, font)
  }

  /// Sets how heavy the text is.
  public func fontWeight(_ weight: Weight?) -> Self {
    styled(\.weight, weight)
  }

  /// Sets the color of the text.
  public func foregroundColor(_ color: Color?) -> Self {
    styled(\.color, color)
  }

  /// Makes the text italic.
  public func italic(_ isActive: Bool = true) -> Self {
    styled(\.isItalic, isActive)
  }

  /// Sets the space between letters, in points. Ligatures stay.
  public func kerning(_ kerning: Double) -> Self {
    styled(\.kerning, kerning)
  }

  /// Sets the text in letters of one width.
  public func monospaced(_ isActive: Bool = true) -> Self {
    styled(\.isMonospaced, isActive)
  }

  /// Sets the digits of the text in one width.
  public func monospacedDigit() -> Self {
    styled(\.isMonospacedDigit, true)
  }

  /// Strikes the text through.
  public func strikethrough(_ isActive: Bool = true) -> Self {
    styled(\.isStruckThrough, isActive)
  }

  /// Sets the space between letters, in points. Ligatures are broken up.
  public func tracking(_ tracking: Double) -> Self {
    styled(\.tracking, tracking)
  }

  /// Underlines the text.
  public func underline(_ isActive: Bool = true) -> Self {
    styled(\.isUnderlined, isActive)
  }
}
