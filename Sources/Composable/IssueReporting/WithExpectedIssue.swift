/// Runs code that is expected to report an issue, and fails the test if it reports none.
///
/// Issues in the closure are recorded as expected and don't fail the test. A thrown error counts as
/// an issue. In a Swift Testing test, this includes failures of the test itself (`#expect`,
/// `Issue.record`). XCTest on Linux has no expected failures, so in a test case only `reportIssue`
/// and thrown errors are covered, not `XCTAssert` and related functions.
///
/// ```swift
/// withExpectedIssue {
///   model.remove(id: unknown)
/// }
/// ```
///
/// Outside tests the issues are written on stderr as expected.
///
/// - Parameters:
///   - message: Why the issue is expected.
///   - isIntermittent: Whether it is fine for the code to report no issue.
///   - fileID: The file of the expectation.
///   - filePath: The path of that file.
///   - line: The line of the expectation.
///   - column: The column of the expectation.
///   - body: The code to run.
public func withExpectedIssue(
  _ message: String? = nil,
  isIntermittent: Bool = false,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column,
  _ body: () throws -> Void
) {
  let location = SourceSite(fileID: fileID, filePath: filePath, line: line, column: column)
  let issues = ExpectedIssues()
  if TestProcess.current == .swiftTesting {
    SwiftTestingLibrary.withKnownIssues(message, at: location, issueFound: { issues.count() }) {
      try ExpectedIssues.$current.withValue(issues, operation: body)
    }
  } else {
    ExpectedIssues.$current.withValue(issues) {
      do {
        try body()
      } catch {
        reportIssue(
          error, message, fileID: fileID, filePath: filePath, line: line, column: column)
      }
    }
  }
  issues.verify(message, isIntermittent: isIntermittent, at: location)
}

/// Runs asynchronous code that is expected to report an issue, and fails the test if it reports
/// none.
///
/// - Parameters:
///   - message: Why the issue is expected.
///   - isIntermittent: Whether it is fine for the code to report no issue.
///   - isolation: The actor to run on: the caller's.
///   - fileID: The file of the expectation.
///   - filePath: The path of that file.
///   - line: The line of the expectation.
///   - column: The column of the expectation.
///   - body: The code to run.
public func withExpectedIssue(
  _ message: String? = nil,
  isIntermittent: Bool = false,
  isolation: isolated (any Actor)? = #isolation,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column,
  _ body: () async throws -> Void
) async {
  let location = SourceSite(fileID: fileID, filePath: filePath, line: line, column: column)
  let issues = ExpectedIssues()
  if TestProcess.current == .swiftTesting {
    await SwiftTestingLibrary.withKnownIssues(
      message, at: location, isolation: isolation, issueFound: { issues.count() }
    ) {
      try await ExpectedIssues.$current.withValue(
        issues, operation: body, isolation: isolation)
    }
  } else {
    await ExpectedIssues.$current.withValue(
      issues,
      operation: {
        do {
          try await body()
        } catch {
          reportIssue(
            error, message, fileID: fileID, filePath: filePath, line: line, column: column)
        }
      }, isolation: isolation)
  }
  issues.verify(message, isIntermittent: isIntermittent, at: location)
}
