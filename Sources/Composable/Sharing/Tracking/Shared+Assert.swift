import CustomDump
import IssueReporting

extension Shared where Value: Equatable {
  /// Asserts how the value has changed since the last assertion, in a test.
  ///
  /// ```swift
  /// await store.send(.incrementButtonTapped)
  /// store.state.$count.assert { $0 = 1 }
  /// ```
  ///
  /// Changes by a test store's reducer and effects are tracked. With a test store, `store.assert`
  /// does the same for the state.
  ///
  /// - Parameters:
  ///   - updateValueToExpectedResult: Gets the last asserted value, and changes it to the expected
  ///     current one.
  ///   - fileID: The source `#fileID`, for issues.
  ///   - filePath: The source `#filePath`.
  ///   - line: The source `#line`.
  ///   - column: The source `#column`.
  public func assert(
    _ updateValueToExpectedResult: (inout Value) throws -> Void,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) rethrows {
    let reference = reference
    guard
      let tracker = reference.core.trackerInCharge,
      let asserted = tracker.assertedCopy(of: reference.core)
    else {
      reportIssue(
        "Expected changes to '\(Self.self)', but none was tracked.",
        fileID: fileID, filePath: filePath, line: line, column: column)
      return
    }
    let expected = asserted.copy
    let actual = reference.core.copyOfValue()
    try reference.modify(.copy(expected.value)) { try updateValueToExpectedResult(&$0.pointee) }
    let expectedValue = reference.value(at: .copy(expected.value))
    let actualValue = reference.value(at: .copy(actual.value))
    if let difference = diff(expectedValue, actualValue, format: .proportional),
      expectedValue != actualValue
    {
      reportIssue(
        """
        State change does not match expectation: …

        \(indented(difference))

        (Expected: −, Actual: +)
        """,
        fileID: fileID, filePath: filePath, line: line, column: column)
      reference.modify(.copy(expected.value)) { $0.pointee = actualValue }
    }
    if expected.value.isEqual(to: actual.value) == true {
      tracker.markAsserted([actual])
    } else {
      tracker.setAsserted(expected)
    }
  }
}

extension Shared {
  /// Counts the changes of the value that no test has asserted as asserted.
  public func skipChanges() {
    let core = reference.core
    core.trackerInCharge?.skipChanges(of: core)
  }
}

extension ReferenceCore {
  /// The tracker of the current scope, or the one that last saw the value change.
  fileprivate var trackerInCharge: SharedChangeTracker? { SharedChangeTracker.current ?? tracker }
}
