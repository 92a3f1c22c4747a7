/// The features of an enum that `@Reducer` is applied to, each with its case.
public struct _CaseReducers<State: CasePathable, Action: CasePathable>: Reducer {
  public typealias Body = Never

  private var reducers: [ResolvedReducer<State, Action>] = []

  /// Makes a reducer of no feature.
  public init() {}

  /// Adds a feature.
  ///
  /// - Parameters:
  ///   - state: The case of its state.
  ///   - action: The case of its action.
  ///   - feature: The feature.
  public mutating func add<Feature: Reducer>(
    _ state: CaseKeyPath<State, Feature.State>, _ action: CaseKeyPath<Action, Feature.Action>,
    _ feature: Feature
  ) {
    reducers.append(ResolvedReducer(Scope(state: state, action: action) { feature }))
  }

  /// Adds a feature of a type that can be made from nothing.
  public mutating func add<Feature: Reducer>(
    _ state: CaseKeyPath<State, Feature.State>, _ action: CaseKeyPath<Action, Feature.Action>,
    _ type: Feature.Type, _ make: (Feature.Type) -> Feature
  ) {
    add(state, action, make(type))
  }

  /// Adds the features of another enum. An enum of features has no initialiser. `make` asks for
  /// one all the same, because the macro cannot tell such an enum from a struct; it is handed a
  /// type that has one, and not called.
  public mutating func add<Feature: CaseReducer>(
    _ state: CaseKeyPath<State, Feature.State>, _ action: CaseKeyPath<Action, Feature.Action>,
    _ type: Feature.Type, _ make: (_CaseReducerPlaceholder.Type) -> _CaseReducerPlaceholder
  ) {
    add(state, action, CaseBody<Feature>())
  }

  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    var effect = Effect<Action>.none
    for reducer in reducers {
      effect = effect.merge(with: reducer.reduce(into: &state, action: action))
    }
    return effect
  }
}

/// What stands in for an enum of features where something with an initialiser is called for.
public struct _CaseReducerPlaceholder {
  /// Makes one.
  public init() {}
}
