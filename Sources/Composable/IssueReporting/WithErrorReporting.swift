/// Runs throwing code and reports the error it throws, if any, as an issue.
///
/// ```swift
/// withErrorReporting("Settings are not saved") {
///   try settings.save()
/// }
/// ```
///
/// A `CancellationError` is not reported: work that is canceled has not failed.
///
/// - Parameters:
///   - message: The activity of the code, shown with the error.
///   - reporters: Where to report: `nil` for the current reporters.
///   - fileID: The file of the issue.
///   - filePath: The path of that file.
///   - line: The line of the issue.
///   - column: The column of the issue.
///   - body: The code to run.
/// - Returns: The code's result, or `nil` if it threw.
@_disfavoredOverload
@discardableResult
public func withErrorReporting<R>(
  _ message: String? = nil,
  to reporters: [any IssueReporter]? = nil,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column,
  catching body: () throws -> R
) -> R? {
  withErrorReporting(
    message, to: reporters, fileID: fileID, filePath: filePath, line: line, column: column
  ) { () throws -> R? in
    try body()
  }
}

/// Runs throwing code that returns an optional, and reports the error it throws, if any. A
/// `CancellationError` is not reported.
///
/// - Parameters:
///   - message: The activity of the code, shown with the error.
///   - reporters: Where to report: `nil` for the current reporters.
///   - fileID: The file of the issue.
///   - filePath: The path of that file.
///   - line: The line of the issue.
///   - column: The column of the issue.
///   - body: The code to run.
/// - Returns: The code's result, or `nil` if it threw.
@discardableResult
public func withErrorReporting<R>(
  _ message: String? = nil,
  to reporters: [any IssueReporter]? = nil,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column,
  catching body: () throws -> R?
) -> R? {
  withIssueReporters(reporters ?? IssueReporters.current) {
    do {
      return try body()
    } catch is CancellationError {
      return nil
    } catch {
      reportIssue(
        error, message, fileID: fileID, filePath: filePath, line: line, column: column)
      return nil
    }
  }
}

/// Runs throwing asynchronous code and reports the error it throws, if any, as an issue. A
/// `CancellationError` is not reported.
///
/// - Parameters:
///   - message: The activity of the code, shown with the error.
///   - reporters: Where to report: `nil` for the current reporters.
///   - fileID: The file of the issue.
///   - filePath: The path of that file.
///   - line: The line of the issue.
///   - column: The column of the issue.
///   - isolation: The actor to run on: the caller's.
///   - body: The code to run.
/// - Returns: The code's result, or `nil` if it threw.
@_disfavoredOverload
@discardableResult
public func withErrorReporting<R>(
  _ message: String? = nil,
  to reporters: [any IssueReporter]? = nil,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column,
  isolation: isolated (any Actor)? = #isolation,
  catching body: () async throws -> R
) async -> R? {
  await withErrorReporting(
    message, to: reporters, fileID: fileID, filePath: filePath, line: line, column: column,
    isolation: isolation
  ) { () async throws -> R? in
    try await body()
  }
}

/// Runs throwing asynchronous code that returns an optional, and reports the error it throws. A
/// `CancellationError` is not reported.
///
/// - Parameters:
///   - message: The activity of the code, shown with the error.
///   - reporters: Where to report: `nil` for the current reporters.
///   - fileID: The file of the issue.
///   - filePath: The path of that file.
///   - line: The line of the issue.
///   - column: The column of the issue.
///   - isolation: The actor to run on: the caller's.
///   - body: The code to run.
/// - Returns: The code's result, or `nil` if it threw.
@discardableResult
public func withErrorReporting<R>(
  _ message: String? = nil,
  to reporters: [any IssueReporter]? = nil,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column,
  isolation: isolated (any Actor)? = #isolation,
  catching body: () async throws -> R?
) async -> R? {
  await withIssueReporters(reporters ?? IssueReporters.current) {
    do {
      return try await body()
    } catch is CancellationError {
      return nil
    } catch {
      reportIssue(
        error, message, fileID: fileID, filePath: filePath, line: line, column: column)
      return nil
    }
  }
}
