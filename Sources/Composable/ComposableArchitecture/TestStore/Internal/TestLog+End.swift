import IssueReporting
import Sharing

extension TestLog {
  /// Fails a test at its end for changes it has not asserted.
  func verifyEnd(exhaustivity: Exhaustivity, at site: SourceSite) {
    verifyReceived(exhaustivity: exhaustivity, at: site)
    verifyEffects(exhaustivity: exhaustivity, at: site)
    verifySharedState(exhaustivity: exhaustivity, at: site)
  }

  /// Fails a test for actions that it has not received.
  func verifyReceived(exhaustivity: Exhaustivity, at site: SourceSite) {
    let received = received
    guard !received.isEmpty, let severity = exhaustivity.severityOfSkipped
    else { return }
    site.report(
      """
      The store received \(FailureText.count(received.count, "unexpected action")) by the end of \
      this test.

      Unhandled actions:
      \(list(received))
      """,
      severity: severity)
  }

  /// Fails a test for running effects, at the lines that sent their actions.
  private func verifyEffects(exhaustivity: Exhaustivity, at site: SourceSite) {
    guard let severity = exhaustivity.severityOfSkipped
    else { return }
    for effect in effectsInFlight {
      (effect.site ?? site).report(
        """
        An effect returned for this action is still running. It must complete before the end of \
        the test.

        Action:
        \(FailureText.dump(effect.action))

        If the effect waits for a clock, advance that clock until it has ended. If it is to run \
        for good, cancel it: send the action that cancels it, or keep the task that 'send' \
        returns and call 'await task.cancel()'. To wait for it, call 'await store.finish()'.
        """,
        severity: severity)
    }
  }

  /// Fails a test for unasserted changes of the state's shared values. The test itself has to check
  /// shared values outside the state.
  func verifySharedState(exhaustivity: Exhaustivity, at site: SourceSite) {
    // Changes that belong to actions that were not received are reported with these.
    guard received.isEmpty, let severity = exhaustivity.severityOfSkipped
    else { return }
    let changes = tracker.unassertedChanges
    guard !changes.isEmpty
    else { return }
    defer { tracker.skipChanges() }
    guard showsUnassertedChanges
    else { return }
    site.report(
      """
      Test store finished before asserting against changes to shared state.

      \(changes.map(\.message).joined(separator: "\n\n"))

      'TestStore.assert', at the end of the test, asserts them with the rest of the state.
      """,
      severity: severity)
  }
}

extension Exhaustivity {
  /// How unasserted changes are reported, if they are.
  fileprivate var severityOfSkipped: IssueSeverity? {
    switch self {
    case .on: .error
    case .off(showSkippedAssertions: true): .warning
    case .off(showSkippedAssertions: false): nil
    }
  }
}
