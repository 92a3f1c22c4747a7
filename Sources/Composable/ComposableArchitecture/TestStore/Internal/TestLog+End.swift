extension TestLog {
  /// Fails a test that is at its end for what it has not asserted.
  func verifyEnd(exhaustivity: Exhaustivity, at site: TestSite) {
    switch exhaustivity {
    case .on:
      for message in endMessages() {
        (message.site ?? site).report(message.text)
      }
    case .off(showSkippedAssertions: true):
      for message in endMessages() {
        (message.site ?? site).report(message.text, severity: .warning)
      }
    case .off(showSkippedAssertions: false):
      break
    }
  }

  private func endMessages() -> [(text: String, site: TestSite?)] {
    var messages: [(text: String, site: TestSite?)] = []
    let received = received
    if !received.isEmpty {
      messages.append(
        (
          """
          The store received \(FailureText.count(received.count, "unexpected action")) by the end \
          of this test.

          Unhandled actions:
          \(list(received))
          """, nil
        ))
    }
    for effect in effectsInFlight {
      messages.append(
        (
          """
          An effect returned for this action is still running. It must complete before the end of \
          the test.

          Action:
          \(FailureText.dump(effect.action))

          If the effect waits for a clock, advance that clock until it has ended. If it is to run \
          for good, cancel it: send the action that cancels it, or keep the task that 'send' \
          returns and call 'await task.cancel()'. To wait for it, call 'await store.finish()'.
          """, effect.site
        ))
    }
    return messages
  }
}
