extension Reducer {
  /// Runs a child's reducer while the state, an enum, is in a case.
  ///
  /// ```swift
  /// Reduce { … }
  ///   .ifCaseLet(\.loggedIn, action: \.loggedIn) { Home() }
  /// ```
  ///
  /// The child runs before this reducer, so that it still gets an action upon which this one
  /// changes the case. When the case changes, the child's effects are canceled.
  ///
  /// - Parameters:
  ///   - toCaseState: The case of the state.
  ///   - toCaseAction: The case of the action that holds the child's actions.
  ///   - caseReducer: The child's reducers.
  ///   - fileID: The source `#fileID`, for issues.
  ///   - filePath: The source `#filePath`.
  ///   - line: The source `#line`.
  ///   - column: The source `#column`.
  public func ifCaseLet<CaseState, CaseAction, CaseReducer: Reducer>(
    _ toCaseState: CaseKeyPath<State, CaseState>,
    action toCaseAction: CaseKeyPath<Action, CaseAction>,
    @ReducerBuilder<CaseState, CaseAction> then caseReducer: () -> CaseReducer,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> _IfCaseLetReducer<Self, CaseReducer>
  where State: CasePathable, CaseState == CaseReducer.State, CaseAction == CaseReducer.Action {
    _IfCaseLetReducer(
      parent: ResolvedReducer(self), child: ResolvedReducer(caseReducer()),
      place: StatePlace(toCaseState),
      toState: StateCase(AnyCasePath(toCaseState)), toAction: AnyCasePath(toCaseAction),
      site: SourceSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}

/// A reducer with a child for a case of its state.
public struct _IfCaseLetReducer<Parent: Reducer, Child: Reducer>: Reducer {
  let parent: ResolvedReducer<Parent.State, Parent.Action>
  let child: ResolvedReducer<Child.State, Child.Action>
  let place: StatePlace
  let toState: StateCase<Parent.State, Child.State>
  let toAction: AnyCasePath<Parent.Action, Child.Action>
  let site: SourceSite
  let identify = ChildIdentifier<Child.State>()

  /// Runs the child for its actions, then the parent, and cancels the effects of a removed child.
  public func reduce(
    into state: inout Parent.State, action: Parent.Action
  ) -> Effect<Parent.Action> {
    let childEffect = reduceChild(into: &state, action: action)
    let before = childID(state)
    let effect = childEffect.merge(with: parent.reduce(into: &state, action: action))
    guard let before, before != childID(state)
    else { return effect }
    return effect.merge(with: Effect(.cancel([path(before).effectID])))
  }

  private func reduceChild(
    into state: inout Parent.State, action: Parent.Action
  ) -> Effect<Parent.Action> {
    guard let childAction = toAction.extract(from: action)
    else { return .none }
    guard let id = childID(state)
    else {
      reportWrongCase(action, state)
      return .none
    }
    let path = path(id)
    let effect = toState.modify(&state) { childState in
      NavigationPath.$current.withValue(path) {
        StateCaches.reducing(&childState) { child.reduce(into: &$0, action: childAction) }
      }
    }
    return (effect ?? .none)
      .mapUnchecked(toAction.embed)
      .cancellable(id: path.effectID, cancelInFlight: false)
  }

  private func childID(_ state: Parent.State) -> ChildIdentity? {
    guard var childState = toState.path.extract(from: state)
    else { return nil }
    return identify(&childState)
  }

  private func path(_ id: ChildIdentity) -> NavigationPath {
    NavigationPath(OptionalElement(place: place, identity: id))
  }

  private func reportWrongCase(_ action: Parent.Action, _ state: Parent.State) {
    site.report(
      """
      An 'ifCaseLet' at "\(site.fileID):\(site.line)" received a child action when the state was \
      in another case:

        Action:
      \(describe(action))
        State:
      \(describe(state))

      The action was not reduced by the child. Check that:

      • no reducer before this 'ifCaseLet' changes the case: put 'ifCaseLet' on what does, so that \
      the child gets the action first;
      • effects of the child do not outlive it;
      • the action is sent only while the state is in the child's case.
      """)
  }
}
