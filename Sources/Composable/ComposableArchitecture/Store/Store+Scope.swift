extension Store {
  /// A store of a part of the state, which sends actions of that part.
  ///
  /// The same key paths give the same store again, for as long as this store lives.
  ///
  /// - Parameters:
  ///   - state: The way to the child's state.
  ///   - action: The case that holds the child's actions.
  public func scope<ChildState, ChildAction>(
    state: KeyPath<State, ChildState>, action: CaseKeyPath<Action, ChildAction>
  ) -> Store<ChildState, ChildAction> {
    child(ScopeID(state: state, action: action)) {
      Store<ChildState, ChildAction>(
        core: ScopedCore(core, state: state, action: AnyCasePath(action).embed))
    }
  }

  /// A store of a part of the state. See ``scope(state:action:)-(KeyPath<State,ChildState>,_)``.
  public func scope<ChildState, ChildAction>(
    _ state: KeyPath<State, ChildState>, action: CaseKeyPath<Action, ChildAction>
  ) -> Store<ChildState, ChildAction> {
    scope(state: state, action: action)
  }

  /// The child store with an identity, made when it is first asked for.
  func child<Child: AnyObject>(_ id: ScopeID, _ make: () -> Child) -> Child {
    if let child = children[id] as? Child { return child }
    let child = make()
    children[id] = child
    return child
  }
}
