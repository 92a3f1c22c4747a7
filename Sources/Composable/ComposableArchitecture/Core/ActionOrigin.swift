/// The source of an action.
enum ActionOrigin<Action> {
  /// The store was sent it.
  case user

  /// An effect sent it.
  ///
  /// - Parameters:
  ///   - effect: The number of the effect.
  ///   - startedBy: The action that the effect was returned for.
  case effect(UInt64, startedBy: Action)
}

/// An effect that runs, and the action that it was returned for.
final class RunningEffect<Action> {
  let id: UInt64
  let action: Action

  init(id: UInt64, startedBy action: Action) {
    self.id = id
    self.action = action
  }
}

extension ActionOrigin {
  init(_ effect: RunningEffect<Action>?) {
    self = effect.map { .effect($0.id, startedBy: $0.action) } ?? .user
  }
}

/// Watches a store at work. The test store is one.
@MainActor
protocol CoreObserver<State, Action>: AnyObject {
  associatedtype State
  associatedtype Action

  /// Called before the reducer runs, with the state it will receive.
  func willReduce(_ action: Action, from origin: ActionOrigin<Action>, state: State)

  /// Called after the reducer has run, with the resulting state.
  func didReduce(_ action: Action, from origin: ActionOrigin<Action>, state: State)

  /// An effect begins to run.
  func effectDidStart(_ id: UInt64, startedBy action: Action)

  /// Called when an effect has ended, also after a cancellation.
  func effectDidFinish(_ id: UInt64)
}
