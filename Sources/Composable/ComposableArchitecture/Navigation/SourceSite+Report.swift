import IssueReporting

extension SourceSite: CustomStringConvertible {
  @usableFromInline var description: String { "\(fileID):\(line)" }

  func report(_ message: String) {
    reportIssue(message, fileID: fileID, filePath: filePath, line: line, column: column)
  }
}
