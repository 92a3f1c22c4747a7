/// The marks that begin the lines of a ``diff(_:_:format:)``.
public struct DiffFormat: Hashable, Sendable {
  /// Begins a line that only the first value has.
  public var first: String

  /// Begins a line that only the second value has.
  public var second: String

  /// Begins a line that both values have.
  public var both: String

  /// A format with custom marks. Each is followed by a space.
  public init(first: String, second: String, both: String) {
    self.first = first
    self.second = second
    self.both = both
  }

  /// Hyphen, plus, and space, for terminals and other fixed-width output.
  public static let `default` = Self(first: "-", second: "+", both: " ")

  /// A minus sign, a plus sign, and a figure space, which align in proportional fonts.
  public static let proportional = Self(first: "\u{2212}", second: "+", both: "\u{2007}")
}
