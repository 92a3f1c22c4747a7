/// Fails the test that runs, from code that does not import XCTest.
///
/// New code calls `reportIssue`, which this does. A file that imports XCTest as well gets that
/// library's function of this name.
///
/// - Parameters:
///   - message: The failure.
///   - file: The file to show the failure at.
///   - line: The line to show the failure at.
@_disfavoredOverload
public func XCTFail(
  _ message: String = "",
  file: StaticString = #filePath,
  line: UInt = #line
) {
  reportIssue(message, fileID: (file), filePath: file, line: line, column: 1)
}
