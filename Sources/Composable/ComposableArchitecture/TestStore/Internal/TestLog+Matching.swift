import CustomDump
import Dependencies
import Sharing

extension TestLog {
  /// The current state, outside of any action.
  ///
  /// Changes of shared values by effects whose actions are still to be received are a matter of
  /// these actions.
  var current: TestFrame<State> {
    let asserted = asserted
    guard received.isEmpty
    else { return asserted }
    beginStep()
    return endStep(asserted.state)
  }

  /// The state that a test expects after the step with the result `actual`, or `nil` if its closure
  /// throws.
  ///
  /// - Parameters:
  ///   - start: The state that the test's closure changes, with its snapshot.
  ///   - update: The closure.
  ///   - actual: The step's actual result.
  ///   - site: Where an error of the closure is shown.
  func expect(
    _ start: TestFrame<State>, updatedBy update: ((inout State) throws -> Void)?,
    in actual: TestFrame<State>, at site: SourceSite
  ) -> TestFrame<State>? {
    guard let update
    else { return start }
    var frame = start
    do {
      try withDependencies {
        $0 = dependencies
        $0.stackElementID = .counting(from: actual.elementID.generation)
      } operation: {
        try tracker.asserting(frame.shared) { try update(&frame.state) }
      }
    } catch {
      site.report("Threw error: \(error)")
      return nil
    }
    return frame
  }

  /// A frame that was asserted, with shared values as they were asserted, for a closure to change.
  func expectation(_ frame: TestFrame<State>) -> TestFrame<State> {
    var frame = frame
    frame.shared = tracker.expectation()
    return frame
  }

  /// Whether two states are equal.
  private func areEqual(_ expected: TestFrame<State>, _ actual: TestFrame<State>) -> Bool
  where State: Equatable {
    tracker.comparing(expected.shared, with: actual.shared) { expected.state == actual.state }
  }

  /// The difference of two states, or `nil` if they are equal.
  func difference(_ expected: TestFrame<State>, _ actual: TestFrame<State>) -> String?
  where State: Equatable {
    // The sides count: shared values on the left are the expected ones, on the right the actual.
    tracker.comparing(expected.shared, with: actual.shared) {
      expected.state == actual.state
        ? nil : FailureText.difference(expected.state, actual.state)
    }
  }

  /// Whether nothing changed between two frames, including shared values outside the state. A
  /// shared value that was assigned an equal value counts as changed, here or by a later effect.
  func isUnchanged(_ before: TestFrame<State>, _ actual: TestFrame<State>) -> Bool
  where State: Equatable {
    !tracker.hasUnassertedChanges
      && areEqual(before, actual)
      && tracker.differences(between: before.shared, and: actual.shared).isEmpty
  }

  /// Whether the state has shared values that changed since they were last asserted.
  ///
  /// Compares the dumps: arrays that share their storage are equal at once, even if the shared
  /// values in them have changed.
  var showsUnassertedChanges: Bool {
    func print(_ shared: SharedSnapshot) -> String {
      tracker.asserting(shared) { String(customDumping: asserted.state) }
    }
    return print(tracker.expectation()) != print(tracker.freeze())
  }

  /// Received actions that were not asserted, each with its source.
  func list(_ received: [ReceivedAction<State, Action>]) -> String {
    FailureText.list(
      received.map { received in
        (received.action, "sent by an effect of \(FailureText.name(received.startedBy))")
      })
  }
}
