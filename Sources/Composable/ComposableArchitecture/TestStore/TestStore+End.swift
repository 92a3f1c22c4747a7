extension TestStore {
  /// Waits until all effects have ended. It fails the test if they take too long, and for actions
  /// that effects have sent by now and the test has not received.
  ///
  /// Called at the end of a test, it gives effects that need a moment the time to end; a test
  /// that does not call it fails for any effect that still runs.
  ///
  /// - Parameters:
  ///   - duration: How long to wait. The store's ``timeout`` if `nil`.
  ///   - fileID: The file of the call, where a failure is shown.
  ///   - filePath: The path of that file.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  public func finish(
    timeout duration: Duration? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    await finish(
      timeout: duration?.nanoseconds ?? timeout,
      fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Waits until all effects have ended. It fails the test if they take too long, and for actions
  /// that effects have sent by now and the test has not received.
  ///
  /// - Parameters:
  ///   - nanoseconds: How long to wait.
  ///   - fileID: The file of the call, where a failure is shown.
  ///   - filePath: The path of that file.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  public func finish(
    timeout nanoseconds: UInt64,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    let site = SourceSite(fileID: fileID, filePath: filePath, line: line, column: column)
    log.verifyReceived(exhaustivity: exhaustivity, at: site)
    guard await wait(atMost: nanoseconds, until: { !log.hasEffectsInFlight })
    else {
      return site.report(
        """
        Expected effects to finish, but there are still effects in-flight after \
        \(FailureText.seconds(nanoseconds)).

        They were returned for these actions:
        \(FailureText.list(log.effectsInFlight.map { ($0.action, nil) }))

        If one waits for a clock, advance that clock; if it is to run for good, cancel it. If it \
        only needs longer, raise the timeout.
        """)
    }
    await letEffectsRun()
    log.verifySharedState(exhaustivity: exhaustivity, at: site)
  }

  /// Skips the actions that effects have sent and the test has not received: the test continues
  /// from their resulting state.
  ///
  /// - Parameters:
  ///   - strict: Whether it fails the test if there are none.
  ///   - fileID: The file of the call, where a failure is shown.
  ///   - filePath: The path of that file.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  public func skipReceivedActions(
    strict: Bool = true,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    let site = SourceSite(fileID: fileID, filePath: filePath, line: line, column: column)
    await letEffectsRun()
    let received = log.received
    guard !received.isEmpty
    else {
      if strict { site.report("There were no received actions to skip.") }
      return
    }
    log.skipReceived(received.count)
    if exhaustivity == .off(showSkippedAssertions: true) {
      reportSkipped(received, at: site)
    }
  }

  /// Cancels the effects that are running, so that the test may end without them.
  ///
  /// - Parameters:
  ///   - strict: Whether it fails the test if there are none.
  ///   - fileID: The file of the call, where a failure is shown.
  ///   - filePath: The path of that file.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  public func skipInFlightEffects(
    strict: Bool = true,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    let site = SourceSite(fileID: fileID, filePath: filePath, line: line, column: column)
    await letEffectsRun()
    let effects = log.effectsInFlight
    guard !effects.isEmpty
    else {
      if strict { site.report("There were no in-flight effects to skip.") }
      return
    }
    log.cancelEffects()
    await letEffectsRun()
    // Effects that ignore cancellation no longer concern the test.
    log.forgetEffects()
    if exhaustivity == .off(showSkippedAssertions: true) {
      site.report(
        """
        \(FailureText.count(effects.count, "in-flight effect")) \
        \(effects.count == 1 ? "was" : "were") cancelled, returned for:
        \(FailureText.list(effects.map { ($0.action, nil) }))
        """,
        severity: .warning)
    }
  }
}
