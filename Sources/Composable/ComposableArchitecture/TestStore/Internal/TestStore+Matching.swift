import CasePaths
import IssueReporting

extension TestStore where State: Equatable {
  /// Waits for an expected action and asserts how it changed the state.
  func receive(
    _ expectation: Expectation<Action>, within nanoseconds: UInt64?,
    _ update: ((inout State) throws -> Void)?, at site: SourceSite
  ) async {
    let nanoseconds = nanoseconds ?? timeout
    let hasCome = await wait(atMost: nanoseconds) {
      exhaustivity == .on
        ? !log.received.isEmpty : log.received.contains { expectation.matches($0.action) }
    }
    guard hasCome
    else { return reportMissing(expectation, after: nanoseconds, at: site) }
    if exhaustivity != .on {
      skipReceived(until: expectation, at: site)
    }
    let before = log.asserted
    let received = log.removeFirstReceived()
    if expectation.matches(received.action) {
      match(received.frame, after: before, skipsUnnecessaryClosures: false, update, at: site)
    } else {
      let comesLater = log.received.contains { expectation.matches($0.action) }
      site.report(
        """
        Received unexpected action\(comesLater ? " before this one" : "").

        \(expectation.mismatch(received.action))
        """)
      log.accept(received.frame)
    }
    // Work started by the closure finishes, and so does the test's earlier work.
    if update != nil || log.hasEffectsInFlight { await letEffectsRun() }
  }

  /// Removes the actions before the expected one, which the test skips.
  private func skipReceived(until expectation: Expectation<Action>, at site: SourceSite) {
    let skipped = Array(log.received.prefix { !expectation.matches($0.action) })
    guard !skipped.isEmpty
    else { return }
    log.skipReceived(skipped.count)
    if exhaustivity == .off(showSkippedAssertions: true) {
      reportSkipped(skipped, at: site)
    }
  }

  private func reportMissing(
    _ expectation: Expectation<Action>, after nanoseconds: UInt64, at site: SourceSite
  ) {
    let others = log.received
    let running = log.effectsInFlight
    let time = nanoseconds > 0 ? " after \(FailureText.seconds(nanoseconds))" : ""
    var paragraphs = ["Expected to receive an action, but received none\(time)."]
    if let name = expectation.name {
      paragraphs.append("Expected action:\n\(name)")
    }
    if !others.isEmpty {
      paragraphs[0] = "Expected to receive a matching action, but received none\(time)."
      paragraphs.append("Other actions were received:\n\(log.list(others))")
    }
    paragraphs.append(
      running.isEmpty
        ? """
        No effect is in flight that could send it. Was the effect cancelled, or never returned \
        from the reducer?
        """
        : """
        Effects of these actions are in flight:
        \(FailureText.list(running.map { ($0.action, nil) }))

        If the one that is to send it waits for a clock, advance that clock. If it only needs \
        longer, raise the timeout.
        """)
    site.report(paragraphs.joined(separator: "\n\n"))
  }

  /// Compares the state after an action with the expected one, which becomes the basis of the next
  /// assertion.
  func match(
    _ actual: TestFrame<State>, after before: TestFrame<State>, skipsUnnecessaryClosures: Bool,
    _ update: ((inout State) throws -> Void)?, at site: SourceSite
  ) {
    switch exhaustivity {
    case .on:
      matchAll(
        actual, after: before, skipsUnnecessaryClosures: skipsUnnecessaryClosures, update, at: site)
    case .off(let showSkippedAssertions):
      XCTModifyLocals.$isExhaustive.withValue(false) {
        matchPart(
          actual, after: before, skipsUnnecessaryClosures: skipsUnnecessaryClosures,
          showsSkipped: showSkippedAssertions, update, at: site)
      }
    }
  }

  private func matchAll(
    _ actual: TestFrame<State>, after before: TestFrame<State>, skipsUnnecessaryClosures: Bool,
    _ update: ((inout State) throws -> Void)?, at site: SourceSite
  ) {
    guard
      let expected = log.expect(
        log.expectation(before), updatedBy: update, in: actual, at: site)
    else { return log.accept(actual) }
    guard let difference = log.difference(expected, actual)
    else {
      if update != nil, !skipsUnnecessaryClosures,
        log.isUnchanged(log.expectation(before), actual)
      {
        site.report(Self.unnecessaryClosure)
      }
      return log.accept(actual, asExpected: expected)
    }
    if log.acceptAhead(expected, of: actual) { return }
    reportDifference(difference, hasClosure: update != nil, at: site)
    log.accept(actual)
  }

  private func matchPart(
    _ actual: TestFrame<State>, after before: TestFrame<State>, skipsUnnecessaryClosures: Bool,
    showsSkipped: Bool, _ update: ((inout State) throws -> Void)?, at site: SourceSite
  ) {
    defer { log.accept(actual) }
    var start = actual
    start.shared = actual.shared.copy()
    guard let expected = log.expect(start, updatedBy: update, in: actual, at: site)
    else { return }
    if let difference = log.difference(expected, actual) {
      return reportDifference(difference, hasClosure: update != nil, at: site)
    }
    guard showsSkipped
    else { return }
    // The same closure on the previous state shows the changes that it omits. Issues that it
    // reports there are irrelevant.
    let asserted = withIssueReporters([]) {
      log.expect(log.expectation(before), updatedBy: update, in: actual, at: site)
    }
    guard let asserted
    else { return }
    if let difference = log.difference(asserted, actual) {
      site.report("Skipped assertions.\n\n\(difference)", severity: .warning)
    } else if update != nil, !skipsUnnecessaryClosures,
      log.isUnchanged(log.expectation(before), actual)
    {
      site.report(Self.unnecessaryClosure, severity: .warning)
    }
  }

  private func reportDifference(_ difference: String, hasClosure: Bool, at site: SourceSite) {
    let heading =
      hasClosure
      ? "A state change does not match expectation."
      : "State was not expected to change, but a change occurred."
    site.report("\(heading)\n\n\(difference)")
  }

  private static var unnecessaryClosure: String {
    """
    Expected state to change, but no change occurred.

    The trailing closure leaves the state as it is. Leave the closure out if nothing is to change.
    """
  }
}

extension TestStore {
  /// Reports the received actions that a test skipped.
  func reportSkipped(_ received: [ReceivedAction<State, Action>], at site: SourceSite) {
    site.report(
      """
      \(FailureText.count(received.count, "received action")) \
      \(received.count == 1 ? "was" : "were") skipped.

      \(log.list(received))
      """,
      severity: .warning)
  }
}
