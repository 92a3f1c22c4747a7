/// A destination of issues.
///
/// A conforming type implements
/// ``reportIssue(_:severity:fileID:filePath:line:column:)``, or the form without a severity if it
/// treats all issues alike; each of the two defaults to the other, and all the rest to them.
///
/// Reporters are called on the reporting thread, concurrently.
public protocol IssueReporter: Sendable {
  /// Called for each issue of any severity.
  func reportIssue(
    _ message: @autoclosure () -> String?,
    severity: IssueSeverity,
    fileID: StaticString,
    filePath: StaticString,
    line: UInt,
    column: UInt
  )

  /// Called for each issue, if the form with a severity is not implemented.
  func reportIssue(
    _ message: @autoclosure () -> String?,
    fileID: StaticString,
    filePath: StaticString,
    line: UInt,
    column: UInt
  )

  /// Called for each caught error of any severity.
  func reportIssue(
    _ error: any Error,
    _ message: @autoclosure () -> String?,
    severity: IssueSeverity,
    fileID: StaticString,
    filePath: StaticString,
    line: UInt,
    column: UInt
  )

  /// Called for each caught error, if the form with a severity is not implemented.
  func reportIssue(
    _ error: any Error,
    _ message: @autoclosure () -> String?,
    fileID: StaticString,
    filePath: StaticString,
    line: UInt,
    column: UInt
  )

  /// Called in place of `reportIssue` inside of `withExpectedIssue`. Does nothing by default.
  func expectIssue(
    _ message: @autoclosure () -> String?,
    severity: IssueSeverity,
    fileID: StaticString,
    filePath: StaticString,
    line: UInt,
    column: UInt
  )

  /// Called inside of `withExpectedIssue`, if the form with a severity is not implemented.
  func expectIssue(
    _ message: @autoclosure () -> String?,
    fileID: StaticString,
    filePath: StaticString,
    line: UInt,
    column: UInt
  )

  /// Called for a caught error inside of `withExpectedIssue`.
  func expectIssue(
    _ error: any Error,
    _ message: @autoclosure () -> String?,
    severity: IssueSeverity,
    fileID: StaticString,
    filePath: StaticString,
    line: UInt,
    column: UInt
  )

  /// Called for a caught error inside of `withExpectedIssue`, if the form with a severity is not
  /// implemented.
  func expectIssue(
    _ error: any Error,
    _ message: @autoclosure () -> String?,
    fileID: StaticString,
    filePath: StaticString,
    line: UInt,
    column: UInt
  )
}
