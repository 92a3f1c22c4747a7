/// Ends the program. See ``IssueReporter/fatalError``.
public struct FatalErrorReporter: IssueReporter {
  init() {}

  /// Ends the program, if the issue is an error; writes a warning on stderr.
  public func reportIssue(
    _ message: @autoclosure () -> String?,
    severity: IssueSeverity,
    fileID: StaticString,
    filePath: StaticString,
    line: UInt,
    column: UInt
  ) {
    guard severity == .error
    else {
      writeToStandardError(issueLine("warning", message(), fileID: fileID, line: line))
      return
    }
    Swift.fatalError(message() ?? "Issue reported", file: filePath, line: line)
  }
}

extension IssueReporter where Self == FatalErrorReporter {
  /// Ends the program at the first issue that is an error; a warning is written on stderr.
  public static var fatalError: Self { Self() }
}
