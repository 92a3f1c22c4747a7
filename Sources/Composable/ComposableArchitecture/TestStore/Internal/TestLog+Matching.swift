import CustomDump
import Dependencies

extension TestLog {
  /// What a test says that a state turns into, in the step that led to `actual`.
  func expect(
    _ frame: TestFrame<State>, updatedBy update: ((inout State) throws -> Void)?,
    in actual: TestFrame<State>, at site: TestSite
  ) -> TestFrame<State> {
    guard let update
    else { return frame }
    var frame = frame
    do {
      try withDependencies {
        $0 = dependencies
        $0.stackElementID = .counting(from: actual.elementID.generation)
      } operation: {
        try update(&frame.state)
      }
    } catch {
      site.report("Threw error: \(error)")
    }
    return frame
  }

  /// How two states differ, or `nil` where they are equal.
  func difference(_ expected: TestFrame<State>, _ actual: TestFrame<State>) -> String?
  where State: Equatable {
    expected.state == actual.state
      ? nil : FailureText.difference(expected.state, actual.state)
  }

  /// Actions that were received and not asserted, each with what it came from.
  func list(_ received: [ReceivedAction<State, Action>]) -> String {
    FailureText.list(
      received.map { received in
        (received.action, "sent by an effect of \(FailureText.name(received.startedBy))")
      })
  }
}
