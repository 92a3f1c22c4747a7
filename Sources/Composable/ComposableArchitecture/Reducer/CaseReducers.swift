import CasePaths
import IssueReporting

/// The features of an enum with `@Reducer`, each with its case. An action is passed to the feature
/// of its case.
public struct _CaseReducers<State: CasePathable, Action: CasePathable>: Reducer {
  /// It has no body: it reduces by itself.
  public typealias Body = Never

  /// A feature returns `nil` for an action of another feature.
  private var features: [(inout State, Action) -> Effect<Action>?] = []

  /// Makes a reducer of no feature.
  public init() {}

  /// Makes room for a number of features.
  public mutating func reserveCapacity(_ count: Int) {
    features.reserveCapacity(count)
  }

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
    let (toState, toAction) = (StateCase(AnyCasePath(state)), AnyCasePath(action))
    let feature = ResolvedReducer(feature)
    features.append { state, action in
      guard let featureAction = toAction.extract(from: action)
      else { return nil }
      let effect = toState.modify(&state) { state in
        StateCaches.reducing(&state) { feature.reduce(into: &$0, action: featureAction) }
      }
      guard let effect
      else {
        Self.reportWrongCase(action, state)
        return Effect<Action>.none
      }
      return effect.mapUnchecked(toAction.embed)
    }
  }

  /// Adds a feature of a type that can be made from nothing.
  public mutating func add<Feature: Reducer>(
    _ state: CaseKeyPath<State, Feature.State>, _ action: CaseKeyPath<Action, Feature.Action>,
    _ type: Feature.Type, _ make: (Feature.Type) -> Feature
  ) {
    add(state, action, make(type))
  }

  /// Adds the features of another enum. The macro cannot distinguish such an enum from a struct and
  /// passes its initializer as `make`. An enum has none, so the parameter has a type with an
  /// initializer, and is not called.
  public mutating func add<Feature: CaseReducer>(
    _ state: CaseKeyPath<State, Feature.State>, _ action: CaseKeyPath<Action, Feature.Action>,
    _ type: Feature.Type, _ make: (_CaseReducerPlaceholder.Type) -> _CaseReducerPlaceholder
  ) {
    add(state, action, CaseBody<Feature>())
  }

  /// Runs the feature of the action's case. If the state is in another feature's case, an issue is
  /// reported.
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    for feature in features {
      if let effect = feature(&state, action) { return effect }
    }
    return .none
  }

  private static func reportWrongCase(_ action: Action, _ state: State) {
    reportIssue(
      """
      A '@Reducer' enum received an action of one case when its state was in another:

        Action:
      \(describe(action))
        State:
      \(describe(state))

      The action was not reduced. Check that effects of a feature do not outlive it, and that the \
      action is sent only while the state is in its case.
      """)
  }
}

/// A placeholder for an enum of features where a type with an initializer is required.
public struct _CaseReducerPlaceholder {
  /// Makes one.
  public init() {}
}
