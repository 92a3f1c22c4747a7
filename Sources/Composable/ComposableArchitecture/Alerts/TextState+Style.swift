extension TextState {
  /// How a piece of text looks. What is `nil` is left to the view that shows the text.
  public struct Style: Hashable, Sendable {
    /// How far the text stands above its line, in points.
    public var baselineOffset: Double?

    /// The colour, or `nil` for that of the surroundings.
    public var color: Color?

    /// The font, or `nil` for that of the surroundings.
    public var font: Font?

    /// Whether the text is italic, or `nil` if that is not specified.
    public var isItalic: Bool?

    /// Whether all characters are of one width, or `nil` if that is not specified.
    public var isMonospaced: Bool?

    /// Whether digits are of one width.
    public var isMonospacedDigit: Bool?

    /// Whether a line runs through the text, or `nil` if that is not specified.
    public var isStruckThrough: Bool?

    /// Whether the text is underlined, or `nil` if that is not specified.
    public var isUnderlined: Bool?

    /// Space between letters, in points. Ligatures stay.
    public var kerning: Double?

    /// Space between letters, in points. Ligatures are taken apart.
    public var tracking: Double?

    /// How heavy the strokes are, or `nil` for the weight of the font.
    public var weight: Weight?

    /// A style that leaves everything to the view that shows the text.
    public init() {}
  }

  /// The colour of text. The names are roles: a terminal or a theme decides about the shade.
  public enum Color: String, Hashable, Sendable {
    /// A colour by the name that user interfaces have for it.
    case black, blue, brown, cyan, gray, green, indigo, mint, orange, pink, primary, purple, red,
      secondary, teal, white, yellow
  }

  /// The font of text, by what the text is for.
  public enum Font: String, Hashable, Sendable {
    /// A font by its use in a text.
    case body, callout, caption, caption2, footnote, headline, largeTitle, subheadline, title,
      title2, title3
  }

  /// How heavy the strokes of text are.
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

  /// Sets the colour of the text.
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

  /// Sets the space between letters, in points. Ligatures are taken apart.
  public func tracking(_ tracking: Double) -> Self {
    styled(\.tracking, tracking)
  }

  /// Underlines the text.
  public func underline(_ isActive: Bool = true) -> Self {
    styled(\.isUnderlined, isActive)
  }
}
