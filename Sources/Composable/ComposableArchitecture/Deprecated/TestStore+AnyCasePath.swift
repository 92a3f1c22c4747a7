public import CasePaths

extension TestStore where State: Equatable {
  /// Waits for an effect to send an action of a case, and asserts how it changes the state.
  @available(*, deprecated, message: "Name the case by a key path: 'receive(\\.response)'.")
  public func receive<Value>(
    _ actionCase: AnyCasePath<Action, Value>,
    timeout duration: Duration? = nil,
    assert updateStateToExpectedResult: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    let site = SourceSite(fileID: fileID, filePath: filePath, line: line, column: column)
    await receive(
      Expectation(casePath: actionCase), within: duration?.nanoseconds,
      updateStateToExpectedResult, at: site)
  }

  /// Waits for an effect to send an action of a case, and asserts how it changes the state.
  @available(*, deprecated, message: "Name the case by a key path: 'receive(\\.response)'.")
  public func receive<Value>(
    _ actionCase: AnyCasePath<Action, Value>,
    timeout nanoseconds: UInt64,
    assert updateStateToExpectedResult: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    let site = SourceSite(fileID: fileID, filePath: filePath, line: line, column: column)
    await receive(
      Expectation(casePath: actionCase), within: nanoseconds, updateStateToExpectedResult,
      at: site)
  }
}
