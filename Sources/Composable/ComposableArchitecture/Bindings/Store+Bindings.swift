extension Store where Action: BindableAction, Action.State == State {
  /// A property of the state, to read and to set.
  ///
  /// Setting it sends a binding action: `store.title = "Monday"` is short for
  /// `store.send(.binding(.set(\.title, "Monday")))`. An action that no ``BindingReducer`` carried
  /// out is reported as an issue.
  public subscript<Value: Equatable & Sendable>(
    dynamicMember keyPath: WritableKeyPath<State, Value>
  ) -> Value {
    get { core.read(keyPath) }
    set { send(.binding(.set(keyPath, newValue, in: self))) }
  }
}

extension BindingAction {
  /// A binding action that reports an issue if it is never reduced.
  @MainActor
  static func set<Value: Equatable & Sendable, Action>(
    _ keyPath: WritableKeyPath<Root, Value>, _ value: Value, in store: Store<Root, Action>
  ) -> Self {
    // The parent's reducer reports actions for removed children.
    guard !store.core.isInvalid
    else { return .set(keyPath, value) }
    return Self(assignment: WatchedAssignment(keyPath, value))
  }
}
