extension Store {
  /// The stores of the elements of a collection.
  ///
  /// ```swift
  /// for row in store.scope(\.rows, action: \.rows) {
  ///   print(row.title)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - state: The key path of the collection.
  ///   - action: The case that holds the elements' actions.
  /// - Returns: A collection of stores.
  public func scope<ID: Hashable & Sendable, ElementState, ElementAction>(
    _ state: KeyPath<State, IdentifiedArray<ID, ElementState>>,
    action: CaseKeyPath<Action, IdentifiedAction<ID, ElementAction>>
  ) -> _StoreCollection<
    IdentifiedArray<ID, ElementState>, ElementAction, IdentifiedAction<ID, ElementAction>
  > {
    collection(state, action: action, element: IdentifiedAction.allCasePaths.element)
  }

  /// The stores of the elements of a collection.
  ///
  /// - Parameters:
  ///   - state: The key path of the collection.
  ///   - action: The case that holds the elements' actions.
  /// - Returns: A collection of stores.
  public func scope<ID: Hashable & Sendable, ElementState, ElementAction>(
    state: KeyPath<State, IdentifiedArray<ID, ElementState>>,
    action: CaseKeyPath<Action, IdentifiedAction<ID, ElementAction>>
  ) -> _StoreCollection<
    IdentifiedArray<ID, ElementState>, ElementAction, IdentifiedAction<ID, ElementAction>
  > {
    scope(state, action: action)
  }
}
