/// Text with styles, as data that can be compared.
///
/// ```swift
/// TextState("Delete ") + TextState(memo.title).bold() + TextState("?")
/// ```
///
/// Text is not localized. A view reads the ``runs`` and applies the styles that it supports.
/// ``Swift/String/init(state:)`` drops the styles.
public struct TextState: Hashable, Sendable {
  /// A piece of text in one style.
  public struct Run: Hashable, Sendable {
    /// The text.
    public var text: String

    /// The style.
    public var style: Style
  }

  /// The pieces of the text, in order. Neighbours differ in style, and none is empty.
  public private(set) var runs: [Run]

  /// Creates text without looking up a translation.
  public init(_ content: some StringProtocol) {
    self.init(verbatim: String(content))
  }

  /// Creates text without looking up a translation.
  public init(verbatim content: String) {
    runs = content.isEmpty ? [] : [Run(text: content, style: Style())]
  }

  /// Two texts, one after the other, each in its own style.
  public static func + (lhs: Self, rhs: Self) -> Self {
    var sum = lhs
    for run in rhs.runs {
      if let last = sum.runs.last, last.style == run.style {
        sum.runs[sum.runs.count - 1].text += run.text
      } else {
        sum.runs.append(run)
      }
    }
    return sum
  }

  /// Returns the text with another style. Runs that already set the property keep it: the innermost
  /// modifier wins.
  func styled<Value>(_ keyPath: WritableKeyPath<Style, Value?>, _ value: Value?) -> Self {
    var styled = self
    styled.runs = []
    for var run in runs {
      if run.style[keyPath: keyPath] == nil { run.style[keyPath: keyPath] = value }
      styled = styled + Self(run)
    }
    return styled
  }

  private init(_ run: Run) {
    runs = [run]
  }
}

extension String {
  /// The text alone, without its styles.
  public init(state: TextState) {
    self = state.runs.lazy.map(\.text).joined()
  }
}
