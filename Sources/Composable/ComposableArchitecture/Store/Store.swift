/// Holds the state of a feature, and changes it when it is sent an action.
///
/// ```swift
/// let store = Store(initialState: Counter.State()) {
///   Counter()
/// }
/// store.send(.incrementButtonTapped)
/// store.count
/// ```
@MainActor
@dynamicMemberLookup
public final class Store<State, Action>: Sendable {
  let core: Core<State, Action>
  var children = ChildStores()

  init(core: Core<State, Action>) {
    self.core = core
  }

  /// Makes a store.
  ///
  /// - Parameters:
  ///   - initialState: The state to begin with.
  ///   - reducer: The reducers of the feature.
  ///   - prepareDependencies: Changes the dependencies of the feature.
  public convenience init<R: Reducer>(
    initialState: @autoclosure () -> R.State,
    @ReducerBuilder<State, Action> reducer: () -> R,
    withDependencies prepareDependencies: ((inout DependencyValues) -> Void)? = nil
  ) where State == R.State, Action == R.Action {
    let root =
      if let prepareDependencies {
        withDependencies(prepareDependencies) { Self.root(initialState, reducer) }
      } else {
        Self.root(initialState, reducer)
      }
    self.init(core: RootStoreCore(root))
  }

  private static func root<R: Reducer>(
    _ initialState: () -> R.State, _ reducer: () -> R
  ) -> RootCore<State, Action> where State == R.State, Action == R.Action {
    RootCore(
      initialState: initialState(), reducer: reducer(),
      dependencies: withEscapedDependencies { $0 })
  }

  /// Sends an action.
  ///
  /// The state has changed when the call returns, unless it comes from a reducer of the same store:
  /// then the action is queued.
  ///
  /// - Parameter action: The action.
  /// - Returns: The task of its effects, to await or cancel.
  @discardableResult
  public func send(_ action: Action) -> StoreTask {
    StoreTask(core.send(action))
  }

  /// Sends an action without an animation, since there is no user interface.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - animation: Ignored.
  @discardableResult
  public func send(_ action: Action, animation: Animation?) -> StoreTask {
    send(action)
  }

  /// The state. Reading it is observed.
  public var state: State {
    core.observedState
  }

  /// A property of the state. Reading it is observed.
  public subscript<Value>(dynamicMember keyPath: KeyPath<State, Value>) -> Value {
    core.read(keyPath)
  }

  /// Reads the state without observing it.
  ///
  /// - Parameter body: Gets the state.
  /// - Returns: The result of `body`.
  public func withState<R>(_ body: (_ state: State) -> R) -> R {
    body(core.state)
  }
}

/// The store of a feature: `StoreOf<Feature>` is `Store<Feature.State, Feature.Action>`.
public typealias StoreOf<R: Reducer> = Store<R.State, R.Action>

extension Store: @MainActor Identifiable {}

extension Store: nonisolated Hashable {
  /// Whether both are the same store: stores are compared by identity, not by their states.
  public nonisolated static func == (lhs: Store, rhs: Store) -> Bool {
    lhs === rhs
  }

  /// Hashes the identity of the store.
  public nonisolated func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}

extension Store: nonisolated Observable {}
