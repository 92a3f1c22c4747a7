/// How much of a feature's behavior a ``TestStore`` requires a test to assert.
///
/// ```swift
/// store.exhaustivity = .off
/// ```
public enum Exhaustivity: Equatable, Sendable {
  /// Everything: each change of state, each action that an effect sends, and the end of each
  /// effect. What a test leaves out fails it.
  case on

  /// Only what the test asserts is checked.
  ///
  /// An assertion's closure is applied to the state as it is, so that it names the fields that the
  /// test is about and no others. Actions that come before the one that is waited for are passed
  /// over, and effects may still run at the end.
  ///
  /// - Parameter showSkippedAssertions: Whether what the test left out is shown beside it, as
  ///   warnings, which fail nothing.
  case off(showSkippedAssertions: Bool)

  /// Only what the test asserts is checked, and skipped changes are not shown.
  public static let off = Self.off(showSkippedAssertions: false)
}
