import IssueReporting
import Sharing

/// A feature's state at one point of a test.
struct TestFrame<State> {
  var state: State

  /// The shared values at that point: the state only refers to them.
  var shared: SharedSnapshot

  /// The next id of a stack element before the action was reduced, so that elements pushed by the
  /// test's closure get the same ids as the reducer's.
  var elementID: StackElementID
}

/// An action sent by an effect, with its result.
struct ReceivedAction<State, Action> {
  let action: Action

  /// The state right after the action was reduced.
  let frame: TestFrame<State>

  /// The action that the effect was returned for.
  let startedBy: Action
}

/// An effect that has not ended.
struct EffectInFlight<Action> {
  /// The action that the effect was returned for.
  let action: Action

  /// The location where the test sent the action, or the action that caused it.
  let site: SourceSite?
}

extension SourceSite {
  /// The location where the test sent the action that caused the running effects.
  @TaskLocal static var ofSend: SourceSite?
}
