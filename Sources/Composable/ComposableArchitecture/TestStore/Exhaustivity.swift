/// How much of a feature's behavior a ``TestStore`` requires a test to assert.
///
/// ```swift
/// store.exhaustivity = .off
/// ```
public enum Exhaustivity: Equatable, Sendable {
  /// All state changes, all actions of effects, and the end of each effect must be asserted, or the
  /// test fails.
  case on

  /// Only assertions are checked.
  ///
  /// An assertion's closure is applied to the actual state, so that it needs to name only the
  /// relevant properties. Actions before the expected one are skipped, and effects may still run at
  /// the end.
  ///
  /// - Parameter showSkippedAssertions: Whether skipped changes are shown as warnings, which fail
  ///   no test.
  case off(showSkippedAssertions: Bool)

  /// Only assertions are checked, and skipped changes are not shown.
  public static let off = Self.off(showSkippedAssertions: false)
}
