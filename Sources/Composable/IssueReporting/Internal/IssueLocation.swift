/// The place in the source code that an issue is shown at.
struct IssueLocation: Sendable {
  var fileID: StaticString
  var filePath: StaticString
  var line: UInt
  var column: UInt

  /// What `withIssueContext` put in force, to be used in place of the caller's location.
  @TaskLocal static var override: IssueLocation?

  /// The location in force: the nearest `withIssueContext`, or else the given one.
  static func resolve(
    fileID: StaticString, filePath: StaticString, line: UInt, column: UInt
  ) -> IssueLocation {
    override ?? IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  }
}
