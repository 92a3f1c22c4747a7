/// Where an action comes from.
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

  /// The reducer is about to run. `state` is what it will get.
  func willReduce(_ action: Action, from origin: ActionOrigin<Action>, state: State)

  /// The reducer has run. `state` is what it left.
  func didReduce(_ action: Action, from origin: ActionOrigin<Action>, state: State)

  /// An effect begins to run.
  func effectDidStart(_ id: UInt64, startedBy action: Action)

  /// An effect has ended, or has been cancelled and come to its end.
  func effectDidFinish(_ id: UInt64)
}
