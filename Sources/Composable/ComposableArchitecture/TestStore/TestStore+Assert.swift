extension TestStore where State: Equatable {
  /// Asserts the current state, outside of any action.
  ///
  /// ```swift
  /// store.assert {
  ///   $0.meetings = [.mock]
  /// }
  /// ```
  ///
  /// Use it for shared state that a feature changes by itself, and for single properties at the end
  /// of a non-exhaustive test.
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
