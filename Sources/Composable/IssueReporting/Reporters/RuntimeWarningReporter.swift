/// Writes issues on stderr. See ``IssueReporter/runtimeWarning``.
public struct RuntimeWarningReporter: IssueReporter {
  init() {}

  /// Writes the issue on stderr.
  public func reportIssue(
    _ message: @autoclosure () -> String?,
    severity: IssueSeverity,
    fileID: StaticString,
    filePath: StaticString,
    line: UInt,
    column: UInt
  ) {
    writeToStandardError(issueLine("warning", message(), fileID: fileID, line: line))
  }

  /// Writes the expected issue on stderr.
  public func expectIssue(
    _ message: @autoclosure () -> String?,
    severity: IssueSeverity,
    fileID: StaticString,
    filePath: StaticString,
    line: UInt,
    column: UInt
  ) {
    writeToStandardError(issueLine("expected issue", message(), fileID: fileID, line: line))
  }
}

extension IssueReporter where Self == RuntimeWarningReporter {
  /// Writes each issue as a line on stderr, `warning: Module/File.swift:12: …`, in tests too,
  /// and fails no test.
  public static var runtimeWarning: Self { Self() }
}
