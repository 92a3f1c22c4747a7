extension Reducer {
  /// Runs a child's reducer while an optional part of the state is there.
  ///
  /// ```swift
  /// Reduce { … }
  ///   .ifLet(\.child, action: \.child) { Child() }
  /// ```
  ///
  /// The child runs before this reducer, so that it still gets an action upon which this one
  /// removes it. When the child's state becomes `nil`, or that of a child with another id, its
  /// effects are cancelled.
  ///
  /// - Parameters:
  ///   - toWrappedState: The optional property.
  ///   - toWrappedAction: The case of the action that holds the child's actions.
  ///   - wrapped: The child's reducers.
  ///   - fileID: The source `#fileID`, for issues.
  ///   - filePath: The source `#filePath`.
  ///   - line: The source `#line`.
  ///   - column: The source `#column`.
  public func ifLet<WrappedState, WrappedAction, Wrapped: Reducer>(
    _ toWrappedState: WritableKeyPath<State, WrappedState?>,
    action toWrappedAction: CaseKeyPath<Action, WrappedAction>,
    @ReducerBuilder<WrappedState, WrappedAction> then wrapped: () -> Wrapped,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> _IfLetReducer<Self, Wrapped>
  where WrappedState == Wrapped.State, WrappedAction == Wrapped.Action {
    _IfLetReducer(
      parent: ResolvedReducer(self), child: ResolvedReducer(wrapped()),
      toState: StateProperty(toWrappedState), toAction: AnyCasePath(toWrappedAction),
      site: ReducerSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}

extension Reducer {
  /// Takes away an alert, or a dialog, when it has been answered.
  ///
  /// - Parameters:
  ///   - toWrappedState: The optional property that holds the alert.
  ///   - toWrappedAction: The case of the action that holds its answers.
  ///   - fileID: The source `#fileID`, for issues.
  ///   - filePath: The source `#filePath`.
  ///   - line: The source `#line`.
  ///   - column: The source `#column`.
  public func ifLet<WrappedState: _EphemeralState, WrappedAction>(
    _ toWrappedState: WritableKeyPath<State, WrappedState?>,
    action toWrappedAction: CaseKeyPath<Action, WrappedAction>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> _IfLetReducer<Self, EmptyReducer<WrappedState, WrappedAction>> {
    ifLet(
      toWrappedState, action: toWrappedAction, then: { EmptyReducer() },
      fileID: fileID, filePath: filePath, line: line, column: column)
  }
}

/// A reducer with an optional child.
public struct _IfLetReducer<Parent: Reducer, Child: Reducer>: Reducer {
  let parent: ResolvedReducer<Parent.State, Parent.Action>
  let child: ResolvedReducer<Child.State, Child.Action>
  let toState: StateProperty<Parent.State, Child.State?>
  let toAction: AnyCasePath<Parent.Action, Child.Action>
  let site: ReducerSite
  let identify = ChildIdentifier<Child.State>()
  /// Whether the child is an alert or the like, which goes when it has been answered.
  let isEphemeral = Child.State.self is any _EphemeralState.Type

  /// Runs the child if the action is for it, then the parent, and cancels the effects of a child
  /// that has gone.
  public func reduce(
    into state: inout Parent.State, action: Parent.Action
  ) -> Effect<Parent.Action> {
    let childEffect = reduceChild(into: &state, action: action)
    let before = childID(&state)
    let effect = childEffect.merge(with: parent.reduce(into: &state, action: action))
    guard let before, before != childID(&state)
    else { return effect }
    return effect.merge(with: Effect(.cancel([path(before).effectID])))
  }

  private func reduceChild(
    into state: inout Parent.State, action: Parent.Action
  ) -> Effect<Parent.Action> {
    guard let childAction = toAction.extract(from: action)
    else { return .none }
    guard let id = childID(&state)
    else {
      reportMissing(action)
      return .none
    }
    let path = path(id)
    return toState.modify(&state) { childState in
      defer { if isEphemeral { childState = nil } }
      return NavigationPath.$current.withValue(path) {
        // It is there: its id was read above.
        StateCaches.reducing(&childState.unsafelyUnwrappedInPlace) {
          child.reduce(into: &$0, action: childAction)
        }
      }
    }
    .mapUnchecked(toAction.embed)
    .cancellable(id: path.effectID, cancelInFlight: false)
  }

  private func childID(_ state: inout Parent.State) -> ChildIdentity? {
    withUnsafePointer(to: &state) {
      toState.read($0, .nothing) { $0.pointee.map(identify.callAsFunction) }
    }
  }

  private func path(_ id: ChildIdentity) -> NavigationPath {
    NavigationPath(OptionalElement(place: StatePlace(toState.keyPath), identity: id))
  }

  private func reportMissing(_ action: Parent.Action) {
    reportIssue(
      """
      An 'ifLet' at "\(site.fileID):\(site.line)" received a child action when the child's state \
      was 'nil':

      \(describe(action))

      The action was not reduced by the child. Its feature is gone, or was never there. Check that:

      • no reducer before this 'ifLet' sets the state to 'nil': put 'ifLet' on what does, so that \
      the child gets the action first;
      • effects of the child do not outlive it: those that it returns are cancelled, those that \
      another feature starts for it are not;
      • the action is sent only while the child's state is there.
      """,
      fileID: site.fileID, filePath: site.filePath, line: site.line, column: site.column)
  }
}

/// A child in the path of the navigation that is there or not: where its parent keeps it, and which
/// one it is.
struct OptionalElement: Hashable, Sendable {
  let place: StatePlace
  let identity: ChildIdentity
}

extension Optional {
  /// The value that is known to be there, to be changed where it is.
  var unsafelyUnwrappedInPlace: Wrapped {
    get { unsafelyUnwrapped }
    _modify { yield &self! }
  }
}
