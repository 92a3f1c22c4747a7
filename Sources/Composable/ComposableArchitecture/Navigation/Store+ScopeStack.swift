public import CasePaths

extension Store {
  /// The stores of the elements of a stack.
  ///
  /// ```swift
  /// switch store.scope(\.path, action: \.path).last?.case { … }
  /// ```
  ///
  /// - Parameters:
  ///   - state: The key path of the stack.
  ///   - action: The case that holds the elements' actions.
  /// - Returns: A collection of stores, the element on top last.
  public func scope<ElementState, ElementAction>(
    _ state: KeyPath<State, StackState<ElementState>>,
    action: CaseKeyPath<Action, StackAction<ElementState, ElementAction>>
  ) -> _StoreCollection<
    StackState<ElementState>, ElementAction, StackAction<ElementState, ElementAction>
  > {
    collection(state, action: action, element: StackAction.allCasePaths.element)
  }

  /// The stores of the elements of a stack.
  ///
  /// - Parameters:
  ///   - state: The key path of the stack.
  ///   - action: The case that holds the elements' actions.
  /// - Returns: A collection of stores, the element on top last.
  public func scope<ElementState, ElementAction>(
    state: KeyPath<State, StackState<ElementState>>,
    action: CaseKeyPath<Action, StackAction<ElementState, ElementAction>>
  ) -> _StoreCollection<
    StackState<ElementState>, ElementAction, StackAction<ElementState, ElementAction>
  > {
    scope(state, action: action)
  }
}
