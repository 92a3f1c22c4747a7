/// Reports a mistake of the program: something that should not happen and that a developer is to
/// fix, but that the program survives.
///
/// In a test the issue fails that test, at the caller's file and line, be it a Swift Testing test
/// or an XCTest case. Outside tests it is one warning line on stderr. Other destinations are
/// chosen with ``withIssueReporters(_:operation:)-(_,()->R)`` and ``IssueReporters/current``.
///
/// ```swift
/// guard let index = ids.firstIndex(of: id)
/// else {
///   reportIssue("No element has the id \(id).")
///   return
/// }
/// ```
///
/// - Parameters:
///   - message: The problem and a fix. Evaluated once per reporter.
///   - severity: An `.error` fails the test that runs; a `.warning` is shown only.
///   - fileID: The file of the issue.
///   - filePath: The path of that file.
///   - line: The line of the issue.
///   - column: The column of the issue.
public func reportIssue(
  _ message: @autoclosure () -> String? = nil,
  severity: IssueSeverity = .error,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) {
  let location = SourceSite.resolved(
    fileID: fileID, filePath: filePath, line: line, column: column)
  let expectation = ExpectedIssues.current
  if severity == .error {
    expectation?.count()
  }
  for reporter in IssueReporters.current {
    if expectation == nil {
      reporter.reportIssue(
        message(), severity: severity, fileID: location.fileID, filePath: location.filePath,
        line: location.line, column: location.column)
    } else {
      reporter.expectIssue(
        message(), severity: severity, fileID: location.fileID, filePath: location.filePath,
        line: location.line, column: location.column)
    }
  }
}

/// Reports a caught error as an issue.
///
/// - Parameters:
///   - error: The error.
///   - message: The activity that failed. Evaluated once per reporter.
///   - severity: An `.error` fails the test that runs; a `.warning` is shown only.
///   - fileID: The file of the issue.
///   - filePath: The path of that file.
///   - line: The line of the issue.
///   - column: The column of the issue.
public func reportIssue(
  _ error: any Error,
  _ message: @autoclosure () -> String? = nil,
  severity: IssueSeverity = .error,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) {
  let location = SourceSite.resolved(
    fileID: fileID, filePath: filePath, line: line, column: column)
  let expectation = ExpectedIssues.current
  if severity == .error {
    expectation?.count()
  }
  for reporter in IssueReporters.current {
    if expectation == nil {
      reporter.reportIssue(
        error, message(), severity: severity, fileID: location.fileID,
        filePath: location.filePath, line: location.line, column: location.column)
    } else {
      reporter.expectIssue(
        error, message(), severity: severity, fileID: location.fileID,
        filePath: location.filePath, line: location.line, column: location.column)
    }
  }
}
