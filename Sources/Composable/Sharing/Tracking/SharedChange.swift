import CustomDump

/// A change of a shared value, reported to a test.
package struct SharedChange {
  let core: ReferenceCore
  /// The earlier or the expected value.
  package let before: Any
  /// The value after the change.
  package let after: Any

  /// - Returns: `nil` if nothing changed: the values are equal, or can't be compared and are not
  ///   known to differ.
  init?(core: ReferenceCore, before: ValueCopy, after: ValueCopy, mayDiffer: Bool) {
    guard mayDiffer, before.isEqual(to: after) != true
    else { return nil }
    self.core = core
    self.before = before.any
    self.after = after.any
    if before.isEqual(to: after) == nil, diff(self.before, self.after) == nil { return nil }
  }

  /// The file of the declaration, for an issue.
  package var fileID: StaticString { core.site.fileID }
  /// The path of that file.
  package var filePath: StaticString { core.site.filePath }
  /// The line of the declaration.
  package var line: UInt { core.site.line }
  /// The column of the declaration.
  package var column: UInt { core.site.column }

  /// The value's type and declaration: `Shared<Int>@App/Feature.swift:10`.
  package var name: String { "\(typeName)@\(fileID):\(line)" }

  var typeName: String { "Shared<\(core.valueType)>" }

  /// The difference of the two values, indented, with a legend.
  ///
  /// - Parameter legend: The meaning of the two signs: `Before: −, After: +`.
  package func difference(legend: String) -> String {
    let lines = diff(before, after, format: .proportional) ?? "// Not equal but no difference"
    return "\(indented(lines))\n\n(\(legend))"
  }

  /// The failure message for an unasserted change.
  package var message: String {
    """
    Tracked changes to '\(name)' but failed to assert: …

    \(difference(legend: "Before: −, After: +"))

    Call '\(typeName).assert' to exhaustively test these changes, or call 'skipChanges' to ignore \
    them.
    """
  }

  /// The order of reported changes: that of their declarations.
  var order: String { "\(fileID)" + String(line + 1_000_000) }
}
