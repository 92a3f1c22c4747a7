public import CasePaths

extension TestStore where State: Equatable, Action: CasePathable {
  /// Waits for an effect to send an action of a case, and asserts how it changes the state.
  ///
  /// ```swift
  /// await store.receive(\.factResponse.success) {
  ///   $0.fact = "0 is a good number."
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - actionCase: The key path of the action's case, at any depth.
  ///   - duration: How long to wait for it. The store's ``timeout`` if `nil`.
  ///   - updateStateToExpectedResult: Turns the state before the action into the state after it.
  ///   - fileID: The file of the call, where failures are shown.
  ///   - filePath: The path of that file.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  public func receive<Value>(
    _ actionCase: CaseKeyPath<Action, Value>,
    timeout duration: Duration? = nil,
    assert updateStateToExpectedResult: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    let site = SourceSite(fileID: fileID, filePath: filePath, line: line, column: column)
    await receive(
      Expectation(path: actionCase), within: duration?.nanoseconds, updateStateToExpectedResult,
      at: site)
  }

  /// Waits for an effect to send an action of a case, and asserts how it changes the state.
  ///
  /// - Parameters:
  ///   - actionCase: The key path of the action's case, at any depth.
  ///   - nanoseconds: How long to wait for it.
  ///   - updateStateToExpectedResult: Turns the state before the action into the state after it.
  ///   - fileID: The file of the call, where failures are shown.
  ///   - filePath: The path of that file.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  public func receive<Value>(
    _ actionCase: CaseKeyPath<Action, Value>,
    timeout nanoseconds: UInt64,
    assert updateStateToExpectedResult: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    let site = SourceSite(fileID: fileID, filePath: filePath, line: line, column: column)
    await receive(
      Expectation(path: actionCase), within: nanoseconds, updateStateToExpectedResult, at: site)
  }

  /// Waits for an effect to send an action of a case with a payload, and asserts how it changes
  /// the state.
  ///
  /// - Parameters:
  ///   - actionCase: The key path of the action's case, at any depth.
  ///   - value: The payload that it is to have.
  ///   - duration: How long to wait for it. The store's ``timeout`` if `nil`.
  ///   - updateStateToExpectedResult: Turns the state before the action into the state after it.
  ///   - fileID: The file of the call, where failures are shown.
  ///   - filePath: The path of that file.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  public func receive<Value: Equatable>(
    _ actionCase: CaseKeyPath<Action, Value>,
    _ value: Value,
    timeout duration: Duration? = nil,
    assert updateStateToExpectedResult: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    let site = SourceSite(fileID: fileID, filePath: filePath, line: line, column: column)
    await receive(
      Expectation(path: actionCase, value: value), within: duration?.nanoseconds,
      updateStateToExpectedResult, at: site)
  }

  /// Waits for an effect to send an action of a case with a payload, and asserts how it changes
  /// the state.
  ///
  /// - Parameters:
  ///   - actionCase: The key path of the action's case, at any depth.
  ///   - value: The payload that it is to have.
  ///   - nanoseconds: How long to wait for it.
  ///   - updateStateToExpectedResult: Turns the state before the action into the state after it.
  ///   - fileID: The file of the call, where failures are shown.
  ///   - filePath: The path of that file.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  public func receive<Value: Equatable>(
    _ actionCase: CaseKeyPath<Action, Value>,
    _ value: Value,
    timeout nanoseconds: UInt64,
    assert updateStateToExpectedResult: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    let site = SourceSite(fileID: fileID, filePath: filePath, line: line, column: column)
    await receive(
      Expectation(path: actionCase, value: value), within: nanoseconds,
      updateStateToExpectedResult, at: site)
  }
}
