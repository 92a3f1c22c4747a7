import IssueReporting

extension CasePathable {
  /// Changes the value of a case in place.
  ///
  /// ```swift
  /// destination.modify(\.add) { $0.title = "Engineering" }
  /// ```
  ///
  /// If the root is in another case, it stays unchanged and an issue is reported at the call. While
  /// `yield` runs, it owns the value exclusively, so that arrays and other copy-on-write values are
  /// not copied.
  @inlinable
  public mutating func modify<Value>(
    _ keyPath: CaseKeyPath<Self, Value>, yield: (inout Value) -> Void,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    do {
      try AnyCasePath(keyPath).modify(&self, yield)
    } catch {
      reportMismatch(
        of: self, value: Value.self, fileID: fileID, filePath: filePath, line: line,
        column: column)
    }
  }

  /// Changes the value of a case in place. For literals of one step; see the method above.
  @inlinable
  public mutating func modify<Value>(
    _ keyPath: KeyPath<AllCasePaths, AnyCasePath<Self, Value>>, yield: (inout Value) -> Void,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    do {
      try Self.allCasePaths[keyPath: keyPath].modify(&self, yield)
    } catch {
      reportMismatch(
        of: self, value: Value.self, fileID: fileID, filePath: filePath, line: line,
        column: column)
    }
  }
}

@usableFromInline
func reportMismatch<Root, Value>(
  of root: Root, value: Value.Type, fileID: StaticString, filePath: StaticString, line: UInt,
  column: UInt
) {
  reportIssue(
    """
    Can't modify '\(root)' via 'CaseKeyPath<\(Root.self), \(Value.self)>': it is in another \
    case, so nothing was changed.
    """,
    fileID: fileID, filePath: filePath, line: line, column: column)
}

@usableFromInline
func reportNilAssignment<Root, Value>(of root: Root.Type, value: Value.Type) {
  reportIssue(
    """
    Can't assign 'nil' via 'CaseKeyPath<\(Root.self), \(Value.self)>': no case stands for \
    it, so nothing was changed. Assign the other case itself.
    """)
}
