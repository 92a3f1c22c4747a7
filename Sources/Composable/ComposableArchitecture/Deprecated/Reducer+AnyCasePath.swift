public import CasePaths

// Compositions with case path values, from before case key paths.

extension Scope {
  /// Runs a child's reducer on a property of the state.
  @available(*, deprecated, message: "Name the action's case by a key path: 'action: \\.child'.")
  public init<ChildState, ChildAction>(
    state toChildState: WritableKeyPath<ParentState, ChildState>,
    action toChildAction: AnyCasePath<ParentAction, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child
  ) where ChildState == Child.State, ChildAction == Child.Action {
    self.init(StateProperty(toChildState), toChildAction, child())
  }

  /// Runs a child's reducer on a case of the state.
  @available(
    *, deprecated, message: "Name the cases by key paths: 'state: \\.child, action: \\.child'."
  )
  public init<ChildState, ChildAction>(
    state toChildState: AnyCasePath<ParentState, ChildState>,
    action toChildAction: AnyCasePath<ParentAction, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) where ChildState == Child.State, ChildAction == Child.Action {
    self.init(
      toChildState, toChildAction, child(),
      SourceSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}

extension Reducer {
  /// Runs a child's reducer while an optional part of the state is present.
  @available(*, deprecated, message: "Name the action's case by a key path: 'action: \\.child'.")
  public func ifLet<WrappedState, WrappedAction, Wrapped: Reducer>(
    _ toWrappedState: WritableKeyPath<State, WrappedState?>,
    action toWrappedAction: AnyCasePath<Action, WrappedAction>,
    @ReducerBuilder<WrappedState, WrappedAction> then wrapped: () -> Wrapped,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> _IfLetReducer<Self, Wrapped>
  where WrappedState == Wrapped.State, WrappedAction == Wrapped.Action {
    _IfLetReducer(
      self, toWrappedState, toWrappedAction, wrapped(),
      SourceSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Removes an alert or a dialog once it has been answered.
  @available(*, deprecated, message: "Name the action's case by a key path: 'action: \\.alert'.")
  public func ifLet<WrappedState: _EphemeralState, WrappedAction>(
    _ toWrappedState: WritableKeyPath<State, WrappedState?>,
    action toWrappedAction: AnyCasePath<Action, WrappedAction>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> _IfLetReducer<Self, EmptyReducer<WrappedState, WrappedAction>> {
    ifLet(
      toWrappedState, action: toWrappedAction, then: { EmptyReducer() },
      fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Runs the reducer of a child while it is presented.
  @available(*, deprecated, message: "Name the action's case by a key path: 'action: \\.child'.")
  public func ifLet<DestinationState, DestinationAction, Destination: Reducer>(
    _ toPresentationState: WritableKeyPath<State, PresentationState<DestinationState>>,
    action toPresentationAction: AnyCasePath<Action, PresentationAction<DestinationAction>>,
    @ReducerBuilder<DestinationState, DestinationAction> destination: () -> Destination,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action>
  where Destination.State == DestinationState, Destination.Action == DestinationAction {
    PresentationReducer(
      self, toPresentationState, toPresentationAction, destination(),
      SourceSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Removes a presented alert or dialog once it has been answered.
  @available(*, deprecated, message: "Name the action's case by a key path: 'action: \\.alert'.")
  public func ifLet<DestinationState: _EphemeralState, DestinationAction>(
    _ toPresentationState: WritableKeyPath<State, PresentationState<DestinationState>>,
    action toPresentationAction: AnyCasePath<Action, PresentationAction<DestinationAction>>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action> {
    PresentationReducer(
      self, toPresentationState, toPresentationAction,
      EmptyReducer<DestinationState, DestinationAction>(),
      SourceSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Runs a child's reducer while the state, an enum, is in a case.
  @available(*, deprecated, message: "Name the cases by key paths: '\\.child, action: \\.child'.")
  public func ifCaseLet<CaseState, CaseAction, CaseReducer: Reducer>(
    _ toCaseState: AnyCasePath<State, CaseState>,
    action toCaseAction: AnyCasePath<Action, CaseAction>,
    @ReducerBuilder<CaseState, CaseAction> then caseReducer: () -> CaseReducer,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> _IfCaseLetReducer<Self, CaseReducer>
  where CaseState == CaseReducer.State, CaseAction == CaseReducer.Action {
    let site = SourceSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return _IfCaseLetReducer(
      parent: ResolvedReducer(self), child: ResolvedReducer(caseReducer()),
      place: StatePlace(caseOf: State.self, value: CaseState.self), toState: StateCase(toCaseState),
      toAction: toCaseAction, site: site)
  }
}
