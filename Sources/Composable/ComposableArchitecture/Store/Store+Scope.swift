extension Store {
  // MARK: - Children

  /// A store of a part of the state, which sends actions of that part.
  ///
  /// ```swift
  /// store.scope(\.profile, action: \.profile)
  /// ```
  ///
  /// The same key paths return the same store for as long as this store exists.
  ///
  /// - Parameters:
  ///   - state: The key path of the child's state.
  ///   - action: The case that holds the child's actions.
  /// - Returns: The child's store.
  public func scope<ChildState, ChildAction>(
    _ state: KeyPath<State, ChildState>, action: CaseKeyPath<Action, ChildAction>
  ) -> Store<ChildState, ChildAction> {
    child(at: ScopeID(state: state, action: action)) {
      ScopedCore(core, state: state, action: AnyCasePath(action))
    }
  }

  /// A store of a part of the state, which sends actions of that part.
  ///
  /// - Parameters:
  ///   - state: The key path of the child's state.
  ///   - action: The case that holds the child's actions.
  /// - Returns: The child's store.
  public func scope<ChildState, ChildAction>(
    state: KeyPath<State, ChildState>, action: CaseKeyPath<Action, ChildAction>
  ) -> Store<ChildState, ChildAction> {
    scope(state, action: action)
  }

  // MARK: - Optional children

  /// A store of an optional part of the state, while present.
  ///
  /// ```swift
  /// if let editor = store.scope(\.destination?.edit, action: \.destination.edit) { … }
  /// ```
  ///
  /// A child that is removed and restored gets a new store. A removed child's store keeps its last
  /// state.
  ///
  /// - Parameters:
  ///   - state: The key path of the child's state.
  ///   - action: The case that holds the child's actions.
  /// - Returns: The child's store, or `nil` without a child.
  public func scope<ChildState, ChildAction>(
    _ state: KeyPath<State, ChildState?>, action: CaseKeyPath<Action, ChildAction>
  ) -> Store<ChildState, ChildAction>? {
    optionalChild(state, ScopeID(state: state, action: action)) { AnyCasePath(action) }
  }

  /// A store of an optional part of the state, while present.
  ///
  /// - Parameters:
  ///   - state: The key path of the child's state.
  ///   - action: The case that holds the child's actions.
  /// - Returns: The child's store, or `nil` without a child.
  public func scope<ChildState, ChildAction>(
    state: KeyPath<State, ChildState?>, action: CaseKeyPath<Action, ChildAction>
  ) -> Store<ChildState, ChildAction>? {
    scope(state, action: action)
  }

  /// A store of a presented child, while present.
  ///
  /// - Parameters:
  ///   - state: The key path of the child's state.
  ///   - action: The case that holds the presentation's actions.
  /// - Returns: The child's store, or `nil` without a child.
  public func scope<ChildState, ChildAction>(
    _ state: KeyPath<State, ChildState?>,
    action: CaseKeyPath<Action, PresentationAction<ChildAction>>
  ) -> Store<ChildState, ChildAction>? {
    optionalChild(state, ScopeID(state: state, action: action)) {
      AnyCasePath(action).appending(path: PresentationAction.allCasePaths.presented)
    }
  }

  /// A store of a presented child, while present.
  ///
  /// - Parameters:
  ///   - state: The key path of the child's state.
  ///   - action: The case that holds the presentation's actions.
  /// - Returns: The child's store, or `nil` without a child.
  public func scope<ChildState, ChildAction>(
    state: KeyPath<State, ChildState?>,
    action: CaseKeyPath<Action, PresentationAction<ChildAction>>
  ) -> Store<ChildState, ChildAction>? {
    scope(state, action: action)
  }

  private func optionalChild<ChildState, ChildAction>(
    _ state: KeyPath<State, ChildState?>, _ id: ScopeID,
    _ action: () -> AnyCasePath<Action, ChildAction>
  ) -> Store<ChildState, ChildAction>? {
    let current = core.withState(isObserved: true) { $0.pointee[keyPath: state] }
    guard let current
    else {
      children.set(nil, at: id)
      return nil
    }
    return child(at: id) {
      OptionalCore(
        core, toState: .property(StateProperty(state)), action: action(), current: current)
    }
  }
}
