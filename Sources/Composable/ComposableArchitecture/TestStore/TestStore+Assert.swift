extension TestStore where State: Equatable {
  /// Asserts the state as it is now, outside of any action.
  ///
  /// ```swift
  /// store.assert {
  ///   $0.meetings = [.mock]
  /// }
  /// ```
  ///
  /// It is of use for what a feature does to shared state on its own account, and to name a field
  /// or two at the end of a test that is not exhaustive.
  ///
  /// - Parameters:
  ///   - updateStateToExpectedResult: Turns the state after the last action into the state now.
  ///   - fileID: The file of the call, where failures are shown.
  ///   - filePath: The path of that file.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  public func assert(
    _ updateStateToExpectedResult: @escaping (_ state: inout State) throws -> Void,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    let site = SourceSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let before = log.asserted
    match(
      log.current, after: before, skipsUnnecessaryClosures: true, updateStateToExpectedResult,
      at: site)
  }
}
