/// What a store works on: the state at the root, or a part of it.
@MainActor
class Core<State, Action> {
  /// The current state. Reading it is not observed.
  var state: State { preconditionFailure("Core is abstract") }

  /// The current state, read through accessors that notify observers of its changes.
  var observedState: State { preconditionFailure("Core is abstract") }

  /// Whether what this core shows has gone from the state: an optional child that is `nil` now.
  var isInvalid: Bool { false }

  var root: AnyRootCore { preconditionFailure("Core is abstract") }

  func send(_ action: Action) -> EffectGroup? { preconditionFailure("Core is abstract") }

  /// One property of the state, observed.
  func read<Value>(_ keyPath: KeyPath<State, Value>) -> Value {
    observedState[keyPath: keyPath]
  }
}

/// The part of a root core that does not depend on its types.
@MainActor
class AnyRootCore {
  nonisolated let registry = EffectRegistry()
}
