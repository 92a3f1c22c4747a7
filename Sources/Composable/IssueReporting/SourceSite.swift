/// A place in the source, to be named in an issue.
@usableFromInline
package struct SourceSite: Sendable {
  package let fileID: StaticString
  package let filePath: StaticString
  package let line: UInt
  package let column: UInt

  @usableFromInline
  package init(fileID: StaticString, filePath: StaticString, line: UInt, column: UInt) {
    self.fileID = fileID
    self.filePath = filePath
    self.line = line
    self.column = column
  }
}

extension SourceSite: CustomStringConvertible {
  @usableFromInline
  package var description: String { "\(fileID):\(line)" }
}

extension SourceSite {
  /// The site set by `withIssueContext`, used instead of the caller's.
  @TaskLocal static var override: SourceSite?

  /// The current site: that of the innermost `withIssueContext`, or the given one.
  static func resolved(
    fileID: StaticString, filePath: StaticString, line: UInt, column: UInt
  ) -> SourceSite {
    override ?? SourceSite(fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Reports an issue here.
  package func report(_ message: String?, severity: IssueSeverity = .error) {
    reportIssue(
      message, severity: severity, fileID: fileID, filePath: filePath, line: line, column: column)
  }
}
