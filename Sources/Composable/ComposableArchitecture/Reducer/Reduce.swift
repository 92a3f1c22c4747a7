/// A reducer made of a function.
///
/// ```swift
/// Reduce { state, action in
///   switch action { … }
/// }
/// ```
public struct Reduce<State, Action>: Reducer {
  private let function: (inout State, Action) -> Effect<Action>

  /// Makes a reducer of a function.
  ///
  /// - Parameter reduce: Changes the state in place and returns the effect that follows.
  public init(_ reduce: @escaping (_ state: inout State, _ action: Action) -> Effect<Action>) {
    function = reduce
  }

  /// Erases the type of a reducer.
  ///
  /// - Parameter reducer: The reducer to run.
  public init(_ reducer: some Reducer<State, Action>) {
    let resolved = ResolvedReducer(reducer)
    function = { resolved.reduce(into: &$0, action: $1) }
  }

  /// Calls the function that the reducer was made with.
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    function(&state, action)
  }
}
