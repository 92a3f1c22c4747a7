/// A feature's logic: how actions change its state, and which effects they start.
///
/// Most features declare a ``body`` that is composed of other reducers:
///
/// ```swift
/// @Reducer
/// struct Counter {
///   @ObservableState
///   struct State: Equatable {
///     var count = 0
///   }
///   enum Action {
///     case incrementButtonTapped
///   }
///   var body: some ReducerOf<Self> {
///     Reduce { state, action in
///       switch action {
///       case .incrementButtonTapped:
///         state.count += 1
///         return .none
///       }
///     }
///   }
/// }
/// ```
///
/// A reducer without a body implements ``reduce(into:action:)`` instead. Write one of the two: if
/// both exist, the body wins.
public protocol Reducer<State, Action> {
  /// The data that the feature needs for its logic.
  associatedtype State

  /// The events of the feature.
  associatedtype Action

  /// The type of the composition, or `Never`.
  associatedtype Body

  /// Changes the state as the action demands.
  ///
  /// - Parameters:
  ///   - state: The state, changed in place.
  ///   - action: The event.
  /// - Returns: Work to do outside the reducer, which may send further actions.
  func reduce(into state: inout State, action: Action) -> Effect<Action>

  /// The reducers that this one is composed of.
  ///
  /// A store or an enclosing reducer evaluates the body once, for the first action, and keeps the
  /// result.
  @ReducerBuilder<State, Action>
  var body: Body { get }

  /// The reducer at the end of the chain of bodies, which does the work.
  func _resolved() -> any Reducer<State, Action>
}

/// A reducer with the state and action of another type, most often a feature:
/// `var body: some ReducerOf<Self>`.
public typealias ReducerOf<R: Reducer> = Reducer<R.State, R.Action>

extension Reducer {
  /// The reducer itself, which has no body to evaluate.
  public func _resolved() -> any Reducer<State, Action> {
    self
  }
}

extension Reducer where Body == Never {
  /// A reducer without a body implements ``Reducer/reduce(into:action:)``.
  public var body: Body {
    preconditionFailure("'\(Self.self)' has no body: call 'reduce(into:action:)'")
  }
}

extension Reducer where Body: Reducer<State, Action> {
  /// Runs the body.
  // The types are the body's, for reducers that don't declare theirs in another way.
  public func reduce(
    into state: inout Body.State, action: Body.Action
  ) -> Effect<Body.Action> {
    body.reduce(into: &state, action: action)
  }

  /// The reducer with its body evaluated.
  public func _resolved() -> any Reducer<State, Action> {
    body._resolved()
  }
}
