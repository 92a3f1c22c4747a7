/// Shows every issue that the operation reports at the given place, the caller's by default.
///
/// A helper that reports from deep within uses it to point at its own caller:
///
/// ```swift
/// func send(_ action: Action, fileID: StaticString = #fileID, …) {
///   withIssueContext(fileID: fileID, filePath: filePath, line: line, column: column) {
///     reducer.reduce(into: &state, action: action)
///   }
/// }
/// ```
///
/// - Parameters:
///   - fileID: The file to show issues at.
///   - filePath: The path of that file.
///   - line: The line to show issues at.
///   - column: The column to show issues at.
///   - operation: The code to run.
/// - Returns: The operation's result.
public func withIssueContext<R>(
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column,
  operation: () throws -> R
) rethrows -> R {
  try SourceSite.$override.withValue(
    SourceSite(fileID: fileID, filePath: filePath, line: line, column: column),
    operation: operation)
}

/// Shows every issue that the asynchronous operation reports at the given place.
///
/// - Parameters:
///   - fileID: The file to show issues at.
///   - filePath: The path of that file.
///   - line: The line to show issues at.
///   - column: The column to show issues at.
///   - isolation: The actor to run on: the caller's.
///   - operation: The code to run.
/// - Returns: The operation's result.
public func withIssueContext<R>(
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column,
  isolation: isolated (any Actor)? = #isolation,
  operation: () async throws -> R
) async rethrows -> R {
  try await SourceSite.$override.withValue(
    SourceSite(fileID: fileID, filePath: filePath, line: line, column: column),
    operation: operation, isolation: isolation)
}
