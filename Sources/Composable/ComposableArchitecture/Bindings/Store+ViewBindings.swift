extension Store
where Action: ViewAction, Action.ViewAction: BindableAction, Action.ViewAction.State == State {
  /// A property of the state, to read and to set.
  ///
  /// Setting it sends a binding action of the view: `store.title = "Monday"` is short for
  /// `store.send(.view(.binding(.set(\.title, "Monday"))))`. An action that no ``BindingReducer``
  /// carried out is reported as an issue.
  public subscript<Value: Equatable & Sendable>(
    dynamicMember keyPath: WritableKeyPath<State, Value>
  ) -> Value {
    get { core.read(keyPath) }
    set { send(.view(.binding(.set(keyPath, newValue, in: self)))) }
  }
}
