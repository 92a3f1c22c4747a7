import POSIX

/// Asserts the issues that code reports.
///
/// The issues go to the matcher and nowhere else: they fail no test and reach no other reporter.
/// The assertion reports an issue itself if the code reports none, and for each issue that the
/// matcher rejects.
///
/// ```swift
/// expectReportsIssue {
///   model.remove(id: unknown)
/// } matching: {
///   $0.description.contains("No item has the id")
/// }
/// ```
///
/// - Parameters:
///   - message: A description of the expected issue, shown when none is reported.
///   - fileID: The file of the assertion.
///   - filePath: The path of that file.
///   - line: The line of the assertion.
///   - column: The column of the assertion.
///   - body: The code to run.
///   - issueMatcher: Returns whether an issue is expected.
public func expectReportsIssue(
  _ message: @autoclosure () -> String? = nil,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column,
  _ body: () throws -> Void,
  matching issueMatcher: (_ issue: ReportedIssue) -> Bool
) rethrows {
  let reporter = ReportedIssues()
  try ExpectedIssues.$current.withValue(nil) {
    try withIssueReporters([reporter], operation: body)
  }
  reporter.verify(
    message, at: SourceSite(fileID: fileID, filePath: filePath, line: line, column: column),
    matching: issueMatcher)
}

/// Asserts the issues that asynchronous code reports.
///
/// - Parameters:
///   - message: A description of the expected issue, shown when none is reported.
///   - isolation: The actor to run on: the caller's.
///   - fileID: The file of the assertion.
///   - filePath: The path of that file.
///   - line: The line of the assertion.
///   - column: The column of the assertion.
///   - body: The code to run.
///   - issueMatcher: Returns whether an issue is expected.
public func expectReportsIssue(
  _ message: @autoclosure () -> String? = nil,
  isolation: isolated (any Actor)? = #isolation,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column,
  _ body: () async throws -> Void,
  matching issueMatcher: (_ issue: ReportedIssue) -> Bool
) async rethrows {
  let reporter = ReportedIssues()
  try await ExpectedIssues.$current.withValue(
    nil,
    operation: { try await withIssueReporters([reporter], operation: body) },
    isolation: isolation)
  reporter.verify(
    message, at: SourceSite(fileID: fileID, filePath: filePath, line: line, column: column),
    matching: issueMatcher)
}

/// An issue, for the matcher of
/// ``expectReportsIssue(_:fileID:filePath:line:column:_:matching:)``.
public struct ReportedIssue: Sendable {
  /// The message, after "Issue reported".
  public var description: String

  /// The error that was reported, if any.
  public var error: (any Error)?

  /// The severity of the issue.
  public var severity: IssueSeverity

  /// The file of the issue.
  public var fileID: StaticString

  /// The path of that file.
  public var filePath: StaticString

  /// The line of the issue.
  public var line: UInt

  /// The column of the issue.
  public var column: UInt
}

/// Collects the issues of one assertion.
private final class ReportedIssues: IssueReporter {
  private let issues = Mutex<[ReportedIssue]>([])

  func reportIssue(
    _ message: @autoclosure () -> String?, severity: IssueSeverity, fileID: StaticString,
    filePath: StaticString, line: UInt, column: UInt
  ) {
    append(
      message(), nil, severity,
      SourceSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  func reportIssue(
    _ error: any Error, _ message: @autoclosure () -> String?, severity: IssueSeverity,
    fileID: StaticString, filePath: StaticString, line: UInt, column: UInt
  ) {
    append(
      describe(error, message()), error, severity,
      SourceSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  private func append(
    _ message: String?, _ error: (any Error)?, _ severity: IssueSeverity, _ site: SourceSite
  ) {
    let issue = ReportedIssue(
      description: "Issue reported\(message.map { ": \($0)" } ?? "")", error: error,
      severity: severity, fileID: site.fileID, filePath: site.filePath, line: site.line,
      column: site.column)
    issues.withLock { $0.append(issue) }
  }

  func verify(
    _ message: () -> String?, at site: SourceSite, matching isExpected: (ReportedIssue) -> Bool
  ) {
    let issues = issues.withLock { $0 }
    if issues.isEmpty {
      site.report("Expected issue to be reported\(message().map { ": \($0)" } ?? "")")
    }
    for issue in issues where !isExpected(issue) {
      site.report("Issue does not match: \(issue.description)")
    }
  }
}
