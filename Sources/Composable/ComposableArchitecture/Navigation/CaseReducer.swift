/// An enum of features, of which one at a time is presented. `@Reducer` writes the conformance:
///
/// ```swift
/// @Reducer
/// enum Destination {
///   case alert(AlertState<Alert>)
///   case edit(EditForm)
/// }
/// ```
///
/// Its state is an enum of the features' states, its action one of their actions. `ifLet` and
/// `forEach` use its ``body``, so that they need no closure.
public protocol CaseReducer<State, Action>: Reducer
where State: CaseReducerState, Body: Reducer<State, Action> {
  /// The state of one of the features.
  associatedtype State

  /// An action of one of the features.
  associatedtype Action

  /// The composition of all the features.
  associatedtype Body

  /// The store of one of the features, to switch over.
  associatedtype CaseScope

  /// Runs each feature on its case.
  @ReducerBuilder<State, Action>
  static var body: Body { get }

  /// The store of the feature that a store's state is in.
  @MainActor
  static func scope(_ store: Store<State, Action>) -> CaseScope
}

extension CaseReducer {
  /// Runs each feature on its case.
  public var body: Body { Self.body }
}

/// The state of a reducer that is an enum of features. `@Reducer` writes the conformance.
public protocol CaseReducerState {
  /// The reducer that the state belongs to.
  associatedtype StateReducer: CaseReducer where StateReducer.State == Self

  /// The reducer's type. The witness has the default isolation of the reducer's declaration, which
  /// gives this conformance the isolation of the reducer's own.
  static var _reducer: StateReducer.Type { get }
}

/// Evaluates the body of an enum of features on the first action.
@usableFromInline
struct CaseBody<R: CaseReducer>: Reducer {
  @usableFromInline typealias Body = Never

  @inlinable
  init() {}

  @usableFromInline
  func reduce(into state: inout R.State, action: R.Action) -> Effect<R.Action> {
    R.body.reduce(into: &state, action: action)
  }

  @usableFromInline
  func _resolved() -> any Reducer<R.State, R.Action> {
    R.body._resolved()
  }
}
