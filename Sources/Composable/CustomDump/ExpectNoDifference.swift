import IssueReporting

/// Fails the running test if two values differ, and shows how.
///
/// ```swift
/// expectNoDifference(store.user, User(id: 1, name: "Blob"))
/// ```
///
/// - Parameters:
///   - expression1: The first value. An error it throws fails the test.
///   - expression2: The second value. An error it throws fails the test.
///   - message: The meaning of the failure, shown before the difference.
///   - fileID: The file to which the failure is attributed.
///   - filePath: The path of that file.
///   - line: The line to which the failure is attributed.
///   - column: The column to which the failure is attributed.
public func expectNoDifference<T: Equatable>(
  _ expression1: @autoclosure () throws -> T,
  _ expression2: @autoclosure () throws -> T,
  _ message: @autoclosure () -> String? = nil,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) {
  do {
    let first = try expression1()
    let second = try expression2()
    guard
      let failure = differenceFailure(
        first, second, names: ("First", "Second"), message: message)
    else { return }
    reportIssue(failure, fileID: fileID, filePath: filePath, line: line, column: column)
  } catch {
    reportIssue(error, fileID: fileID, filePath: filePath, line: line, column: column)
  }
}

/// The words of a failure for two values that should be equal; `nil` if they are.
func differenceFailure<T: Equatable>(
  _ lhs: T, _ rhs: T, names: (String, String), message: () -> String?
) -> String? {
  guard lhs != rhs
  else { return nil }
  let format = DiffFormat.proportional
  let title = message().flatMap { $0.isEmpty ? nil : "\($0) - " } ?? ""
  let difference =
    diff(lhs, rhs, format: format)
      ?? """
      The values are not equal, although nothing in them differs: \
      \(String(customDumping: lhs))
      """
  return """
    \(title)Difference: …

    \(indented(difference))

    (\(names.0): \(format.first), \(names.1): \(format.second))
    """
}

/// A text's lines with a margin, except for empty lines.
package func indented(_ text: String, by count: Int = 2) -> String {
  let margin = String(repeating: " ", count: count)
  return splitLines(text).map { $0.isEmpty ? "" : margin + $0 }.joined(separator: "\n")
}
