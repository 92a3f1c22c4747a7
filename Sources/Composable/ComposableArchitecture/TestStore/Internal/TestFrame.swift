import IssueReporting
import Sharing

/// What a feature's state was at one point of a test.
struct TestFrame<State> {
  var state: State

  /// What shared values were then: the state only refers to them.
  var shared: SharedSnapshot

  /// The next id of an element of a stack, before the action that led here was reduced: what a
  /// test's closure puts on a stack gets the ids that the reducer gave.
  var elementID: StackElementID
}

/// An action that an effect sent, with what it led to.
struct ReceivedAction<State, Action> {
  let action: Action

  /// What was there right after the action was reduced.
  let frame: TestFrame<State>

  /// The action that the effect was returned for.
  let startedBy: Action
}

/// An effect that has not ended.
struct EffectInFlight<Action> {
  /// The action that the effect was returned for.
  let action: Action

  /// Where the test sent that action, or the one that it all began with.
  let site: SourceSite?
}

extension SourceSite {
  /// Where the test sent the action that all that runs now follows from.
  @TaskLocal static var ofSend: SourceSite?
}
