import IssueReporting

/// The misuses that an identified collection reports and survives.
///
/// Separate from generic code and never inlined, so that rare code doesn't enlarge frequent code.
enum Issue {
  static func idChanged<ID>(
    _ element: Any.Type, old: ID, new: ID, position: Int, at site: CallerSite
  ) {
    report(
      """
      The id of the \(element) at position \(position) was changed from \(old) to \(new) in place. \
      Elements of an identified array keep their id: assign another element to the position. The \
      array knows this one as \(new) now.
      """, at: site)
  }

  static func idTaken<ID>(
    _ element: Any.Type, old: ID, new: ID, position: Int, other: Int, at site: CallerSite
  ) {
    report(
      """
      The id of the \(element) at position \(position) was changed from \(old) to \(new) in place, \
      but the element at position \(other) has that id. The array knows the changed element as \
      \(old) still. To exchange elements use 'swapAt(_:_:)'; to replace one use 'remove(id:)' and \
      'updateOrAppend(_:)'.
      """, at: site)
  }

  static func wrongID<ID>(
    _ element: Any.Type, id: ID, own: ID, position: Int, other: Int?, at site: CallerSite
  ) {
    let outcome =
      other.map { "has moved to position \($0), where the new one's was" } ?? "was replaced"
    report(
      """
      A \(element) with the id \(own) was assigned to '[id: \(id)]'. It is at position \(position) \
      now, and the element with the id \(id) \(outcome). Assign to a position, or to '[id: \(own)]'.
      """, at: site)
  }

  static func missingID<ID>(
    _ element: Any.Type, id: ID, own: ID, isAppended: Bool, at site: CallerSite
  ) {
    let outcome =
      isAppended
      ? "It was appended under its own id."
      : "It was dropped, because another element has its id."
    report(
      """
      A \(element) with the id \(own) was assigned to '[id: \(id)]', and there was no element with \
      the id \(id). \(outcome) Assign to '[id: \(own)]' or use 'updateOrAppend(_:)'.
      """, at: site)
  }

  private static func report(_ message: String, at site: CallerSite) {
    reportIssue(
      message, fileID: site.fileID, filePath: site.filePath, line: site.line, column: site.column)
  }

  static func wrongUpdate<ID>(
    _ element: Any.Type, id: ID, own: ID, position: Int, at site: CallerSite
  ) {
    report(
      """
      'update(_:at:)' was called with a \(element) whose id is \(own) for position \(position), \
      where the id is \(id). Nothing was changed. Replace elements with 'updateOrAppend(_:)' or \
      '[id:]', or remove the one and insert the other.
      """, at: site)
  }

  static func unequalUpdate<Element>(of member: Element, with element: Element, position: Int) {
    reportIssue(
      """
      'update(_:at:)' of an OrderedSet was called with \(element) for position \(position), where \
      the member is \(member). Nothing was changed. Remove the one and insert the other.
      """)
  }

  static func duplicates<ID>(
    _ element: Any.Type, _ duplicates: [(id: ID, kept: Int, dropped: Int)], in operation: String
  ) {
    guard let first = duplicates.first
    else { return }
    let others =
      duplicates.count == 1 ? "" : " So were \(duplicates.count - 1) more, for the same reason."
    reportIssue(
      """
      \(operation) got more than one \(element) with the id \(first.id), at positions \
      \(first.kept) and \(first.dropped). The first was kept and the other dropped.\(others) Use \
      'init(_:uniquingIDsWith:)' to choose between them, or 'updateOrAppend(_:)' to keep the last.
      """)
  }

  static func rearranged<ID>(
    _ element: Any.Type, _ id: ID, position: Int, other: Int, kept: ID
  ) {
    reportIssue(
      """
      'withContiguousMutableStorageIfAvailable' left more than one \(element) with the id \(id), \
      at positions \(other) and \(position). The array knows the one at position \(position) as \
      \(kept). Give every element an id of its own.
      """)
  }
}
