/// What a store works on: the state at the root, or a part of it.
@MainActor
class Core<State, Action> {
  /// Calls a closure with the state, without copying it.
  ///
  /// - Parameters:
  ///   - isObserved: Whether the properties that lead to the state are to be observed, so that its
  ///     observers hear of its replacement.
  ///   - body: Gets the state, which it may use until it returns.
  func withState<R>(isObserved: Bool, _ body: (UnsafePointer<State>) throws -> R) rethrows -> R {
    preconditionFailure("Core is abstract")
  }

  /// Whether what this core shows has gone from the state: an optional child that is `nil` now.
  var isInvalid: Bool { false }

  var root: AnyRootCore { preconditionFailure("Core is abstract") }

  func send(_ action: Action) -> EffectGroup? { preconditionFailure("Core is abstract") }

  /// The action that the root is about to reduce, if it is one for this core.
  var reducedAction: Action? { nil }

  /// The current state. Reading it is not observed.
  final var state: State {
    withState(isObserved: false) { $0.pointee }
  }

  /// The current state. Reading it is observed.
  final var observedState: State {
    withState(isObserved: true) { $0.pointee }
  }

  /// One property of the state, observed.
  final func read<Value>(_ keyPath: KeyPath<State, Value>) -> Value {
    withState(isObserved: true) { $0.pointee[keyPath: keyPath] }
  }
}

/// The part of a root core that does not depend on its types.
@MainActor
class AnyRootCore {
  nonisolated let registry = EffectRegistry()
  nonisolated let listeners = StoreListeners()

  /// How many actions have been reduced.
  final var reductionCount: UInt64 = 0
  final var isReducing = false
  /// Those that have copies of parts of the state.
  final var cacheProviders = StateCacheProviders()
}
