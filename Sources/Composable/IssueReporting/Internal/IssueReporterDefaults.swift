/// True while a default implementation of `reportIssue` with a severity calls the one without.
/// Both default to each other, so a type that implements neither would never return.
private enum Forwarding {
  @TaskLocal static var isActive = false
}

extension IssueReporter {
  /// Calls the form without a severity.
  public func reportIssue(
    _ message: @autoclosure () -> String?,
    severity: IssueSeverity,
    fileID: StaticString,
    filePath: StaticString,
    line: UInt,
    column: UInt
  ) {
    Forwarding.$isActive.withValue(true) {
      reportIssue(message(), fileID: fileID, filePath: filePath, line: line, column: column)
    }
  }

  /// Calls the form with a severity, as for an error.
  public func reportIssue(
    _ message: @autoclosure () -> String?,
    fileID: StaticString,
    filePath: StaticString,
    line: UInt,
    column: UInt
  ) {
    guard !Forwarding.isActive
    else {
      writeToStandardError(
        issueLine(
          "warning",
          "\(Self.self) implements no 'reportIssue', so this issue is printed only: "
            + (message() ?? "Issue reported"),
          fileID: fileID, line: line))
      return
    }
    reportIssue(
      message(), severity: .error, fileID: fileID, filePath: filePath, line: line,
      column: column)
  }

  /// Calls the form without a severity for an error; for a warning, describes the error.
  public func reportIssue(
    _ error: any Error,
    _ message: @autoclosure () -> String?,
    severity: IssueSeverity,
    fileID: StaticString,
    filePath: StaticString,
    line: UInt,
    column: UInt
  ) {
    if severity == .error {
      reportIssue(
        error, message(), fileID: fileID, filePath: filePath, line: line, column: column)
    } else {
      reportIssue(
        describe(error, message()), severity: severity, fileID: fileID, filePath: filePath,
        line: line, column: column)
    }
  }

  /// Describes the caught error, and reports it.
  public func reportIssue(
    _ error: any Error,
    _ message: @autoclosure () -> String?,
    fileID: StaticString,
    filePath: StaticString,
    line: UInt,
    column: UInt
  ) {
    reportIssue(
      describe(error, message()), severity: .error, fileID: fileID, filePath: filePath,
      line: line, column: column)
  }

  /// Calls the form without a severity.
  public func expectIssue(
    _ message: @autoclosure () -> String?,
    severity: IssueSeverity,
    fileID: StaticString,
    filePath: StaticString,
    line: UInt,
    column: UInt
  ) {
    expectIssue(message(), fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Does nothing.
  public func expectIssue(
    _ message: @autoclosure () -> String?,
    fileID: StaticString,
    filePath: StaticString,
    line: UInt,
    column: UInt
  ) {}

  /// Calls the form without a severity for an error; for a warning, describes the error.
  public func expectIssue(
    _ error: any Error,
    _ message: @autoclosure () -> String?,
    severity: IssueSeverity,
    fileID: StaticString,
    filePath: StaticString,
    line: UInt,
    column: UInt
  ) {
    if severity == .error {
      expectIssue(
        error, message(), fileID: fileID, filePath: filePath, line: line, column: column)
    } else {
      expectIssue(
        describe(error, message()), severity: severity, fileID: fileID, filePath: filePath,
        line: line, column: column)
    }
  }

  /// Describes the caught error, and reports the description as an expected issue.
  public func expectIssue(
    _ error: any Error,
    _ message: @autoclosure () -> String?,
    fileID: StaticString,
    filePath: StaticString,
    line: UInt,
    column: UInt
  ) {
    expectIssue(
      describe(error, message()), severity: .error, fileID: fileID, filePath: filePath,
      line: line, column: column)
  }
}
