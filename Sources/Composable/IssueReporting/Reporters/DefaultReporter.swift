/// Fails the running test, or writes a warning outside of tests. See ``IssueReporter/default``.
public struct DefaultReporter: IssueReporter {
  init() {}

  /// Fails the running test with the issue, or writes it to stderr outside of tests.
  public func reportIssue(
    _ message: @autoclosure () -> String?,
    severity: IssueSeverity,
    fileID: StaticString,
    filePath: StaticString,
    line: UInt,
    column: UInt
  ) {
    let location = SourceSite(
      fileID: fileID, filePath: filePath, line: line, column: column)
    switch TestProcess.current {
    case .swiftTesting:
      SwiftTestingLibrary.record(message(), severity: severity, at: location)
    case .xcTest where severity == .error:
      XCTestLibrary.fail(message() ?? "", at: location)
    case .xcTest, nil:
      writeToStandardError(
        issueLine("warning", message(), fileID: fileID, line: line))
    }
  }

  /// Fails the running test with the caught error, or writes it to stderr outside of tests.
  public func reportIssue(
    _ error: any Error,
    _ message: @autoclosure () -> String?,
    fileID: StaticString,
    filePath: StaticString,
    line: UInt,
    column: UInt
  ) {
    if TestProcess.current == .swiftTesting {
      SwiftTestingLibrary.record(
        error, message(),
        at: SourceSite(fileID: fileID, filePath: filePath, line: line, column: column))
    } else {
      reportIssue(
        describe(error, message()), severity: .error, fileID: fileID, filePath: filePath,
        line: line, column: column)
    }
  }

  /// Records the issue as known in Swift Testing, or writes it to stderr.
  public func expectIssue(
    _ message: @autoclosure () -> String?,
    severity: IssueSeverity,
    fileID: StaticString,
    filePath: StaticString,
    line: UInt,
    column: UInt
  ) {
    if TestProcess.current == .swiftTesting {
      // Swift Testing lists it as a known issue itself.
      SwiftTestingLibrary.record(
        message(), severity: severity,
        at: SourceSite(fileID: fileID, filePath: filePath, line: line, column: column))
    } else {
      writeToStandardError(
        issueLine("expected issue", message(), fileID: fileID, line: line))
    }
  }

  /// Records the caught error as known in Swift Testing, or writes it to stderr.
  public func expectIssue(
    _ error: any Error,
    _ message: @autoclosure () -> String?,
    fileID: StaticString,
    filePath: StaticString,
    line: UInt,
    column: UInt
  ) {
    if TestProcess.current == .swiftTesting {
      SwiftTestingLibrary.record(
        error, message(),
        at: SourceSite(fileID: fileID, filePath: filePath, line: line, column: column))
    } else {
      expectIssue(
        describe(error, message()), severity: .error, fileID: fileID, filePath: filePath,
        line: line, column: column)
    }
  }
}

extension IssueReporter where Self == DefaultReporter {
  /// Fails the running test at the location of the issue. Outside of tests, writes a one-line
  /// warning to stderr, as ``runtimeWarning`` does. Used unless others are set.
  public static var `default`: Self { Self() }
}
