/// Runs code that is expected to report an issue, and fails the test if it reports none.
///
/// Issues within are listed as expected and fail nothing. An error that the code throws counts as
/// an issue. In a Swift Testing test this covers its own failures (`#expect`, `Issue.record`) as
/// well; XCTest on Linux knows no expected failures, so in a test case it covers what is reported
/// through `reportIssue` and what is thrown, but not `XCTAssert` and its kin.
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
