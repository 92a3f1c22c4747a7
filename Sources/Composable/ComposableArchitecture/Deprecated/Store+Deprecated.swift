// Spellings of former versions that programs still use.

extension Store {
  /// A store of a part of the state that functions find.
  ///
  /// The child store is a new one each time.
  @available(
    *, deprecated, message: "Pass key paths: 'scope(\\.child, action: \\.child)'."
  )
  public func scope<ChildState, ChildAction>(
    state toChildState: @escaping (_ state: State) -> ChildState,
    action fromChildAction: @escaping (_ childAction: ChildAction) -> Action
  ) -> Store<ChildState, ChildAction> {
    Store<ChildState, ChildAction>(
      core: FunctionCore(core, state: toChildState, action: fromChildAction))
  }
}

/// Builds the reducers of a reducer's type.
@available(*, deprecated, message: "Write 'ReducerBuilder<R.State, R.Action>'.")
public typealias ReducerBuilderOf<R: Reducer> = ReducerBuilder<R.State, R.Action>
