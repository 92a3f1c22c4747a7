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
