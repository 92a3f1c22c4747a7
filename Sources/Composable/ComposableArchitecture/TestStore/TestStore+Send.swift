public import CasePaths

extension TestStore where State: Equatable {
  /// Sends an action, as a user would, and asserts how it changes the state.
  ///
  /// ```swift
  /// await store.send(.incrementButtonTapped) {
  ///   $0.count = 1
  /// }
  /// ```
  ///
  /// Receive the actions that effects have sent before this first.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - updateStateToExpectedResult: Turns the state before the action into the state after it.
  ///     Leave it out for an action that changes nothing.
  ///   - fileID: The file of the call, where failures are shown.
  ///   - filePath: The path of that file.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  /// - Returns: The effect of the action, to be canceled or waited for.
  @discardableResult
  public func send(
    _ action: Action,
    assert updateStateToExpectedResult: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async -> TestStoreTask {
    let site = SourceSite(fileID: fileID, filePath: filePath, line: line, column: column)
    guard !isDismissed
    else {
      site.report("Can't send action to dismissed test store.")
      return TestStoreTask(nil, timeout: timeout)
    }
    clearReceivedActions(before: site)
    let before = log.asserted
    let task = SourceSite.$ofSend.withValue(site) {
      log.tracker.track { store.send(action) }
    }
    log.add(task)
    await letEffectsRun()
    match(
      log.sent, after: before, skipsUnnecessaryClosures: false,
      updateStateToExpectedResult, at: site)
    // Work started by the closure, such as sending to a stream, finishes, too.
    if updateStateToExpectedResult != nil { await letEffectsRun() }
    return TestStoreTask(task, timeout: timeout)
  }

  /// Actions that must not be left when an action is sent: unreceived ones from effects.
  private func clearReceivedActions(before site: SourceSite) {
    let received = log.received
    guard !received.isEmpty
    else { return }
    switch exhaustivity {
    case .on:
      site.report(
        """
        Must handle \(FailureText.count(received.count, "received action")) before sending an \
        action.

        Unhandled actions:
        \(log.list(received))
        """)
    case .off(let showSkippedAssertions):
      log.skipReceived(received.count)
      if showSkippedAssertions { reportSkipped(received, at: site) }
    }
  }
}

extension TestStore where State: Equatable, Action: CasePathable {
  /// Sends an action without a payload, and asserts how it changes the state.
  ///
  /// ```swift
  /// await store.send(\.destination.alert.confirmDeletion) {
  ///   $0.destination = nil
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - action: The key path of the action's case, at any depth.
  ///   - updateStateToExpectedResult: Turns the state before the action into the state after it.
  ///   - fileID: The file of the call, where failures are shown.
  ///   - filePath: The path of that file.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  /// - Returns: The effect of the action, to be canceled or waited for.
  @discardableResult
  public func send(
    _ action: CaseKeyPath<Action, Void>,
    assert updateStateToExpectedResult: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async -> TestStoreTask {
    await send(
      action(), assert: updateStateToExpectedResult,
      fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Sends an action with a payload, and asserts how it changes the state.
  ///
  /// ```swift
  /// await store.send(\.destination.add.binding.title, "Design") {
  ///   $0.destination?.modify(\.add) { $0.title = "Design" }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - action: The key path of the action's case, at any depth.
  ///   - value: The payload.
  ///   - updateStateToExpectedResult: Turns the state before the action into the state after it.
  ///   - fileID: The file of the call, where failures are shown.
  ///   - filePath: The path of that file.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  /// - Returns: The effect of the action, to be canceled or waited for.
  @discardableResult
  public func send<Value>(
    _ action: CaseKeyPath<Action, Value>,
    _ value: Value,
    assert updateStateToExpectedResult: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async -> TestStoreTask {
    await send(
      action(value), assert: updateStateToExpectedResult,
      fileID: fileID, filePath: filePath, line: line, column: column)
  }
}
