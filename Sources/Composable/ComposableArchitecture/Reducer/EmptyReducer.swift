/// A reducer that does nothing.
public struct EmptyReducer<State, Action>: Reducer {
  /// Makes a reducer that does nothing.
  public init() {}

  /// Changes nothing and has no effect.
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    .none
  }
}
