/// Several reducers in one, so that an operator can be applied to all of them.
///
/// ```swift
/// CombineReducers {
///   ReducerA()
///   ReducerB()
/// }
/// .ifLet(\.child, action: \.child) { Child() }
/// ```
public struct CombineReducers<State, Action, Reducers: Reducer>: Reducer
where State == Reducers.State, Action == Reducers.Action {
  private let reducers: ResolvedReducer<State, Action>

  /// Combines reducers; they run in the order in which they are listed.
  ///
  /// - Parameter build: Lists the reducers.
  public init(@ReducerBuilder<State, Action> _ build: () -> Reducers) {
    reducers = ResolvedReducer(build())
  }

  /// Runs the reducers in their order, and merges their effects.
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    reducers.reduce(into: &state, action: action)
  }
}
