import IssueReporting
import Sharing

/// A feature's state at one point of a test.
struct TestFrame<State> {
  var state: State

  /// The shared values at that point: the state only refers to them.
  var shared: SharedSnapshot

  /// The next id of an element of a stack, before the action that led here was reduced: what a
  /// test's closure puts on a stack gets the ids that the reducer gave.
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

  /// The location where the test sent that action, or the one that caused it.
  let site: SourceSite?
}

extension SourceSite {
  /// The location where the test sent the action that caused the running effects.
  @TaskLocal static var ofSend: SourceSite?
}
