extension Store where State: CaseReducerState, State.StateReducer.Action == Action {
  /// The store of the feature that the state, an enum of features, is in.
  ///
  /// ```swift
  /// switch store.case {
  /// case .add(let store): …
  /// case .detail(let store): …
  /// }
  /// ```
  public var `case`: State.StateReducer.CaseScope {
    State.StateReducer.scope(self)
  }
}

extension Store {
  /// The store of a case that the state is known to be in, for the code that `@Reducer` writes.
  ///
  /// - Parameters:
  ///   - toState: The case of the state.
  ///   - toAction: The case of the action.
  ///   - current: The value of the case.
  /// - Returns: The store of the case's feature.
  public func _scope<ChildState, ChildAction>(
    case toState: CaseKeyPath<State, ChildState>, action toAction: CaseKeyPath<Action, ChildAction>,
    current: ChildState
  ) -> Store<ChildState, ChildAction> {
    child(at: ScopeID(state: toState, action: toAction)) {
      OptionalCore(
        core, toState: .case(AnyCasePath(toState)), action: AnyCasePath(toAction), current: current)
    }
  }
}
