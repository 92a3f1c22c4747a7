/// Runs a child's reducer on a part of the state.
///
/// ```swift
/// var body: some ReducerOf<Self> {
///   Scope(\.profile, action: \.profile) { Profile() }
///   Reduce { … }
/// }
/// ```
public struct Scope<ParentState, ParentAction, Child: Reducer>: Reducer {
  @usableFromInline let function: (inout ParentState, ParentAction) -> Effect<ParentAction>

  // The closure is created where the types are known, in the module that composes its reducers, so
  // that no types are looked up at run time.
  @inlinable
  init(
    _ toState: StateProperty<ParentState, Child.State>,
    _ toAction: AnyCasePath<ParentAction, Child.Action>,
    _ child: Child
  ) {
    let child = ResolvedReducer(child)
    function = { state, action in
      guard let childAction = toAction.extract(from: action)
      else { return .none }
      let effect = toState.modify(&state) { child.reduce(into: &$0, action: childAction) }
      return effect.isNone ? .none : effect.mapUnchecked(toAction.embed)
    }
  }

  @inlinable
  init(
    _ toState: AnyCasePath<ParentState, Child.State>,
    _ toAction: AnyCasePath<ParentAction, Child.Action>, _ child: Child, _ site: SourceSite
  ) {
    let child = ResolvedReducer(child)
    let stateCase = StateCase(toState)
    function = { state, action in
      guard let childAction = toAction.extract(from: action)
      else { return .none }
      guard
        let effect = stateCase.modify(&state, { child.reduce(into: &$0, action: childAction) })
      else {
        reportScope(action, state, site)
        return .none
      }
      return effect.isNone ? .none : effect.mapUnchecked(toAction.embed)
    }
  }

  /// Runs a child's reducer on a property of the state.
  ///
  /// - Parameters:
  ///   - toChildState: The property.
  ///   - toChildAction: The case of the parent's action that holds the child's.
  ///   - child: The child's reducers.
  @inlinable
  public init<ChildState, ChildAction>(
    state toChildState: WritableKeyPath<ParentState, ChildState>,
    action toChildAction: CaseKeyPath<ParentAction, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child
  ) where ChildState == Child.State, ChildAction == Child.Action {
    self.init(StateProperty(toChildState), AnyCasePath(toChildAction), child())
  }

  /// Runs a child's reducer on a property of the state.
  ///
  /// - Parameters:
  ///   - toChildState: The property.
  ///   - toChildAction: The case of the parent's action that holds the child's.
  ///   - child: The child's reducers.
  @inlinable
  public init<ChildState, ChildAction>(
    _ toChildState: WritableKeyPath<ParentState, ChildState>,
    action toChildAction: CaseKeyPath<ParentAction, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child
  ) where ChildState == Child.State, ChildAction == Child.Action {
    self.init(StateProperty(toChildState), AnyCasePath(toChildAction), child())
  }

  /// Runs a child's reducer on a case of the state. A child's action while the state is in another
  /// case is reported as an issue.
  ///
  /// - Parameters:
  ///   - toChildState: The case of the state.
  ///   - toChildAction: The case of the parent's action that holds the child's.
  ///   - child: The child's reducers.
  ///   - fileID: The source `#fileID`, for issues.
  ///   - filePath: The source `#filePath`.
  ///   - line: The source `#line`.
  ///   - column: The source `#column`.
  @inlinable
  public init<ChildState, ChildAction>(
    state toChildState: CaseKeyPath<ParentState, ChildState>,
    action toChildAction: CaseKeyPath<ParentAction, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) where ChildState == Child.State, ChildAction == Child.Action {
    self.init(
      AnyCasePath(toChildState), AnyCasePath(toChildAction), child(),
      SourceSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Runs a child's reducer on a case of the state.
  ///
  /// - Parameters:
  ///   - toChildState: The case of the state.
  ///   - toChildAction: The case of the parent's action that holds the child's.
  ///   - child: The child's reducers.
  ///   - fileID: The source `#fileID`, for issues.
  ///   - filePath: The source `#filePath`.
  ///   - line: The source `#line`.
  ///   - column: The source `#column`.
  @inlinable
  public init<ChildState, ChildAction>(
    _ toChildState: CaseKeyPath<ParentState, ChildState>,
    action toChildAction: CaseKeyPath<ParentAction, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) where ChildState == Child.State, ChildAction == Child.Action {
    self.init(
      AnyCasePath(toChildState), AnyCasePath(toChildAction), child(),
      SourceSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Runs the child on its part of the state, if the action is for it.
  public func reduce(
    into state: inout ParentState, action: ParentAction
  ) -> Effect<ParentAction> {
    function(&state, action)
  }
}

@usableFromInline
func reportScope<State, Action>(_ action: Action, _ state: State, _ site: SourceSite) {
  site.report(
    """
    A 'Scope' at "\(site.fileID):\(site.line)" received a child action when the state was in \
    another case:

      Action:
    \(describe(action))
      State:
    \(describe(state))

    The action was not reduced by the child. Check that:

    • no reducer before this 'Scope' changes the case: list 'Scope' first, or use 'ifCaseLet', which \
    runs the child before what it is put on;
    • effects of the child do not outlive it;
    • the action is sent only while the state is in the child's case.
    """)
}
