/// The severity of a reported issue.
///
/// In a test, an ``error`` fails the test, and a ``warning`` is only shown.
public enum IssueSeverity: String, CaseIterable, Comparable, Hashable, Sendable {
  /// Worth a look, but no reason to fail a test.
  case warning

  /// A mistake of the program: it fails the test that runs.
  case error

  /// Whether the left severity is lower.
  public static func < (lhs: IssueSeverity, rhs: IssueSeverity) -> Bool {
    lhs == .warning && rhs == .error
  }
}
