import IssueReporting

/// Fails the running test unless an operation changes a value exactly as described.
///
/// ```swift
/// expectDifference(model.count) {
///   model.incrementButtonTapped()
/// } changes: {
///   $0 = 1
/// }
/// ```
///
/// - Parameters:
///   - expression: Reads the value, before the operation and after it.
///   - message: The meaning of the failure, shown before the difference.
///   - operation: The work that changes the value.
///   - updateExpectingResult: Makes the expected value out of the value before.
///   - fileID: The file to which the failure is attributed.
///   - filePath: The path of that file.
///   - line: The line to which the failure is attributed.
///   - column: The column to which the failure is attributed.
///
/// An error that any of the closures throws fails the test.
public func expectDifference<T: Equatable>(
  _ expression: @autoclosure () throws -> T,
  _ message: @autoclosure () -> String? = nil,
  operation: () throws -> Void = {},
  changes updateExpectingResult: (inout T) throws -> Void,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) {
  do {
    var expected = try expression()
    try updateExpectingResult(&expected)
    try operation()
    let actual = try expression()
    guard
      let failure = differenceFailure(
        expected, actual, names: ("Expected", "Actual"), message: message)
    else { return }
    reportIssue(failure, fileID: fileID, filePath: filePath, line: line, column: column)
  } catch {
    reportIssue(error, fileID: fileID, filePath: filePath, line: line, column: column)
  }
}

/// Fails the running test unless an asynchronous operation changes a value exactly as described.
///
/// - Parameters:
///   - expression: Reads the value, before the operation and after it.
///   - message: The meaning of the failure, shown before the difference.
///   - isolation: The actor on which the closures run: the caller's.
///   - operation: The work that changes the value.
///   - updateExpectingResult: Makes the expected value out of the value before.
///   - fileID: The file to which the failure is attributed.
///   - filePath: The path of that file.
///   - line: The line to which the failure is attributed.
///   - column: The column to which the failure is attributed.
///
/// An error that any of the closures throws fails the test.
public func expectDifference<T: Equatable>(
  _ expression: @autoclosure () throws -> T,
  _ message: @autoclosure () -> String? = nil,
  isolation: isolated (any Actor)? = #isolation,
  operation: () async throws -> Void,
  changes updateExpectingResult: (inout T) throws -> Void,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) async {
  do {
    var expected = try expression()
    try updateExpectingResult(&expected)
    try await operation()
    let actual = try expression()
    guard
      let failure = differenceFailure(
        expected, actual, names: ("Expected", "Actual"), message: message)
    else { return }
    reportIssue(failure, fileID: fileID, filePath: filePath, line: line, column: column)
  } catch {
    reportIssue(error, fileID: fileID, filePath: filePath, line: line, column: column)
  }
}
