/// Runs a child's reducer on a part of the state.
///
/// ```swift
/// var body: some ReducerOf<Self> {
///   Scope(\.profile, action: \.profile) { Profile() }
///   Reduce { … }
/// }
/// ```
public struct Scope<ParentState, ParentAction, Child: Reducer>: Reducer {
  private let way: Way
  private let toAction: AnyCasePath<ParentAction, Child.Action>
  private let child: ResolvedReducer<Child.State, Child.Action>

  private enum Way {
    case property(StateWay<ParentState, Child.State>)
    case enumCase(AnyCasePath<ParentState, Child.State>)
  }

  private init(
    _ way: Way, _ action: AnyCasePath<ParentAction, Child.Action>, _ child: Child
  ) {
    self.way = way
    toAction = action
    self.child = ResolvedReducer(child)
  }

  /// Runs a child's reducer on a property of the state.
  ///
  /// - Parameters:
  ///   - toChildState: The property.
  ///   - toChildAction: The case of the parent's action that holds the child's.
  ///   - child: The child's reducers.
  public init<ChildState, ChildAction>(
    state toChildState: WritableKeyPath<ParentState, ChildState>,
    action toChildAction: CaseKeyPath<ParentAction, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child
  ) where ChildState == Child.State, ChildAction == Child.Action {
    self.init(.property(StateWay(toChildState)), AnyCasePath(toChildAction), child())
  }

  /// Runs a child's reducer on a property of the state.
  ///
  /// - Parameters:
  ///   - toChildState: The property.
  ///   - toChildAction: The case of the parent's action that holds the child's.
  ///   - child: The child's reducers.
  public init<ChildState, ChildAction>(
    _ toChildState: WritableKeyPath<ParentState, ChildState>,
    action toChildAction: CaseKeyPath<ParentAction, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child
  ) where ChildState == Child.State, ChildAction == Child.Action {
    self.init(.property(StateWay(toChildState)), AnyCasePath(toChildAction), child())
  }

  /// Runs a child's reducer on a case of the state. A child's action that comes while the state is
  /// in another case is reported as an issue.
  ///
  /// - Parameters:
  ///   - toChildState: The case of the state.
  ///   - toChildAction: The case of the parent's action that holds the child's.
  ///   - child: The child's reducers.
  public init<ChildState, ChildAction>(
    state toChildState: CaseKeyPath<ParentState, ChildState>,
    action toChildAction: CaseKeyPath<ParentAction, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child
  ) where ChildState == Child.State, ChildAction == Child.Action {
    self.init(.enumCase(AnyCasePath(toChildState)), AnyCasePath(toChildAction), child())
  }

  /// Runs a child's reducer on a case of the state.
  ///
  /// - Parameters:
  ///   - toChildState: The case of the state.
  ///   - toChildAction: The case of the parent's action that holds the child's.
  ///   - child: The child's reducers.
  public init<ChildState, ChildAction>(
    _ toChildState: CaseKeyPath<ParentState, ChildState>,
    action toChildAction: CaseKeyPath<ParentAction, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child
  ) where ChildState == Child.State, ChildAction == Child.Action {
    self.init(.enumCase(AnyCasePath(toChildState)), AnyCasePath(toChildAction), child())
  }

  public func reduce(
    into state: inout ParentState, action: ParentAction
  ) -> Effect<ParentAction> {
    guard let childAction = toAction.extract(from: action)
    else { return .none }
    switch way {
    case .property(let way):
      return way.modify(&state) { child.reduce(into: &$0, action: childAction) }
        .mapUnchecked(toAction.embed)
    case .enumCase(let path):
      let effect = try? path.modify(&state) { child.reduce(into: &$0, action: childAction) }
      return (effect ?? .none).mapUnchecked(toAction.embed)
    }
  }
}
