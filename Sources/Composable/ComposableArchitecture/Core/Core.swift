import RuntimeInternals

/// The state of a store: the root's, or a part of it.
@MainActor
class Core<State, Action> {
  /// Calls a closure with the state, without copying it.
  ///
  /// - Parameters:
  ///   - isObserved: Whether to observe the properties that lead to the state, to be notified of
  ///     its replacement.
  ///   - body: Gets the state, which it may use until it returns.
  func withState<R>(isObserved: Bool, _ body: (UnsafePointer<State>) throws -> R) rethrows -> R {
    preconditionFailure("Core is abstract")
  }

  /// The address of the state, valid until the next action. `nil` if it is unknown or the state is
  /// not stored as such: use ``withState(isObserved:_:)``.
  func address(isObserved: Bool) -> UnsafeRawPointer? { nil }

  /// The address of the state, for reading an observed property.
  func addressToRead(_ property: StatePropertyPlace) -> UnsafeRawPointer? {
    address(isObserved: true)
  }

  /// Whether this part of the state has been removed, such as an optional child that is now `nil`.
  var isInvalid: Bool { false }

  var root: AnyRootCore { preconditionFailure("Core is abstract") }

  func send(_ action: Action) -> EffectGroup? { preconditionFailure("Core is abstract") }

  /// Finds the caches of the states within this core's.
  private final var finders = CacheFinders<Action>()
  private final var isConnected = false

  /// Adds a finder of the caches of states within this core's, used while its owner exists.
  func add(of owner: AnyObject, _ finder: @escaping CacheFinders<Action>.Finder) {
    if !isConnected {
      isConnected = true
      connect()
    }
    finders.add(of: owner, finder)
  }

  /// Adds a finder to the core that this one's state is in, so that the finders of this one are
  /// asked.
  func connect() {}

  /// Adds the caches of the states in this core's that an action is for.
  final func findCaches(for action: Action, _ found: inout [any StateCache]) {
    finders.find(action, &found)
  }

  /// The core, if it caches a copy of its state.
  var cache: (any StateCache)? { nil }

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
    let isObserved = ObservationTracking.isActive
    if let place = StatePropertyPlaces.place(of: keyPath),
      let state = isObserved ? addressToRead(place) : address(isObserved: false)
    {
      return place.address(in: state, isObserved ? .value : .nothing)
        .assumingMemoryBound(to: Value.self).pointee
    }
    return withState(isObserved: isObserved) { $0.pointee[keyPath: keyPath] }
  }
}

/// The part of a root core that does not depend on its types.
@MainActor
class AnyRootCore {
  // Created on demand: most stores have no effects and no listeners.
  final lazy var registry = EffectRegistry()
  fileprivate(set) final var madeListeners: StoreListeners?

  final var listeners: StoreListeners {
    if let madeListeners { return madeListeners }
    let listeners = StoreListeners()
    madeListeners = listeners
    return listeners
  }

  deinit {
    madeListeners?.end()
  }

  /// The number of reduced actions.
  @exclusivity(unchecked) final var reductionCount: UInt64 = 0
  final var isReducing = false
}
