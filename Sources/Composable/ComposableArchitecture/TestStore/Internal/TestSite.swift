import IssueReporting

/// The place in a test that an issue is shown at.
struct TestSite: Sendable {
  /// Where the test sent the action that all that runs now follows from.
  @TaskLocal static var ofSend: TestSite?

  let fileID: StaticString
  let filePath: StaticString
  let line: UInt
  let column: UInt

  func report(_ message: String, severity: IssueSeverity = .error) {
    reportIssue(
      message, severity: severity, fileID: fileID, filePath: filePath, line: line, column: column)
  }
}
