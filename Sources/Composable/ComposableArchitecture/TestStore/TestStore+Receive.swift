extension TestStore where State: Equatable, Action: Equatable {
  /// Waits for an effect to send an action, and asserts how it changes the state.
  ///
  /// ```swift
  /// await store.receive(.factResponse("0 is a good number.")) {
  ///   $0.fact = "0 is a good number."
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - expectedAction: The expected action.
  ///   - duration: How long to wait for it. The store's ``timeout`` if `nil`.
  ///   - updateStateToExpectedResult: Turns the state before the action into the state after it.
  ///   - fileID: The file of the call, where failures are shown.
  ///   - filePath: The path of that file.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  public func receive(
    _ expectedAction: Action,
    timeout duration: Duration? = nil,
    assert updateStateToExpectedResult: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    let site = SourceSite(fileID: fileID, filePath: filePath, line: line, column: column)
    await receive(
      Expectation(action: expectedAction), within: duration?.nanoseconds,
      updateStateToExpectedResult, at: site)
  }

  /// Waits for an effect to send an action, and asserts how it changes the state.
  ///
  /// - Parameters:
  ///   - expectedAction: The expected action.
  ///   - nanoseconds: How long to wait for it.
  ///   - updateStateToExpectedResult: Turns the state before the action into the state after it.
  ///   - fileID: The file of the call, where failures are shown.
  ///   - filePath: The path of that file.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  public func receive(
    _ expectedAction: Action,
    timeout nanoseconds: UInt64,
    assert updateStateToExpectedResult: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    let site = SourceSite(fileID: fileID, filePath: filePath, line: line, column: column)
    await receive(
      Expectation(action: expectedAction), within: nanoseconds, updateStateToExpectedResult,
      at: site)
  }
}

extension TestStore where State: Equatable {
  /// Waits for an effect to send an action that matches, and asserts how it changes the state.
  ///
  /// - Parameters:
  ///   - isMatching: Whether an action is the expected one.
  ///   - duration: How long to wait for it. The store's ``timeout`` if `nil`.
  ///   - updateStateToExpectedResult: Turns the state before the action into the state after it.
  ///   - fileID: The file of the call, where failures are shown.
  ///   - filePath: The path of that file.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  @_disfavoredOverload
  public func receive(
    _ isMatching: (_ action: Action) -> Bool,
    timeout duration: Duration? = nil,
    assert updateStateToExpectedResult: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    let site = SourceSite(fileID: fileID, filePath: filePath, line: line, column: column)
    await withoutActuallyEscaping(isMatching) { isMatching in
      await receive(
        Expectation(predicate: isMatching), within: duration?.nanoseconds,
        updateStateToExpectedResult, at: site)
    }
  }

  /// Waits for an effect to send an action that matches, and asserts how it changes the state.
  ///
  /// - Parameters:
  ///   - isMatching: Whether an action is the expected one.
  ///   - nanoseconds: How long to wait for it.
  ///   - updateStateToExpectedResult: Turns the state before the action into the state after it.
  ///   - fileID: The file of the call, where failures are shown.
  ///   - filePath: The path of that file.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  @_disfavoredOverload
  public func receive(
    _ isMatching: (_ action: Action) -> Bool,
    timeout nanoseconds: UInt64,
    assert updateStateToExpectedResult: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    let site = SourceSite(fileID: fileID, filePath: filePath, line: line, column: column)
    await withoutActuallyEscaping(isMatching) { isMatching in
      await receive(
        Expectation(predicate: isMatching), within: nanoseconds, updateStateToExpectedResult,
        at: site)
    }
  }
}
