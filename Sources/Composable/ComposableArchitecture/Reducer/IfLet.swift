extension Reducer {
  /// Runs a child's reducer while an optional part of the state is present.
  ///
  /// ```swift
  /// Reduce { … }
  ///   .ifLet(\.child, action: \.child) { Child() }
  /// ```
  ///
  /// The child runs before this reducer, so that it still gets an action upon which this one
  /// removes it. When the child's state becomes `nil`, or that of a child with another id, its
  /// effects are canceled.
  ///
  /// - Parameters:
  ///   - toWrappedState: The optional property.
  ///   - toWrappedAction: The case of the action that holds the child's actions.
  ///   - wrapped: The child's reducers.
  ///   - fileID: The source `#fileID`, for issues.
  ///   - filePath: The source `#filePath`.
  ///   - line: The source `#line`.
  ///   - column: The source `#column`.
  @inlinable
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
      self, toWrappedState, AnyCasePath(toWrappedAction), wrapped(),
      SourceSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}

extension Reducer {
  /// Removes an alert or a dialog once it has been answered.
  ///
  /// - Parameters:
  ///   - toWrappedState: The optional property that holds the alert.
  ///   - toWrappedAction: The case of the action that holds its answers.
  ///   - fileID: The source `#fileID`, for issues.
  ///   - filePath: The source `#filePath`.
  ///   - line: The source `#line`.
  ///   - column: The source `#column`.
  @inlinable
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
  @usableFromInline
  let function: (inout Parent.State, Parent.Action) -> Effect<Parent.Action>

  // The closure is created where the types are known, as for `Scope`.
  @inlinable
  init(
    _ parent: Parent, _ keyPath: WritableKeyPath<Parent.State, Child.State?>,
    _ toAction: AnyCasePath<Parent.Action, Child.Action>, _ child: Child, _ site: SourceSite
  ) {
    let parent = ResolvedReducer(parent)
    let child = ResolvedReducer(child)
    let optional = OptionalPlace<Parent.State, Child.State>(keyPath)
    function = { state, action in
      var effect = Effect<Parent.Action>.none
      if let childAction = toAction.extract(from: action) {
        if let identity = optional.identity(&state) {
          let path = optional.path(identity)
          var childEffect = Effect<Child.Action>.none
          optional.toState.modify(&state) { childState in
            path.enter {
              // It is present: it has an identity.
              childEffect = StateCaches.reducing(&childState.unsafelyUnwrappedInPlace) {
                child.reduce(into: &$0, action: childAction)
              }
            }
            if optional.isEphemeral { childState = nil }
          }
          if !childEffect.isNone {
            effect = childEffect.mapUnchecked(toAction.embed).belonging(to: path)
          }
        } else {
          reportMissing(action, site)
        }
      }
      let before = optional.identity(&state)
      let parentEffect = parent.reduce(into: &state, action: action)
      if !parentEffect.isNone { effect = effect.merge(with: parentEffect) }
      guard let before, !optional.isIdentity(before, &state)
      else { return effect }
      return effect.merge(with: .endOfChild(at: optional.path(before)))
    }
  }

  /// Runs the child for its actions, then the parent, and cancels the effects of a removed child.
  public func reduce(
    into state: inout Parent.State, action: Parent.Action
  ) -> Effect<Parent.Action> {
    function(&state, action)
  }
}

/// The place where a parent has an optional child.
@usableFromInline
struct OptionalPlace<ParentState, ChildState> {
  @usableFromInline let toState: StateProperty<ParentState, ChildState?>
  /// Whether the child is ephemeral, such as an alert that is cleared by its answer.
  @usableFromInline let isEphemeral = ChildState.self is any _EphemeralState.Type
  @usableFromInline let identify = ChildIdentifier<ChildState>()

  @usableFromInline
  init(_ keyPath: WritableKeyPath<ParentState, ChildState?>) {
    toState = StateProperty(keyPath)
  }

  /// The identity of the current child.
  @inlinable
  func identity(_ state: inout ParentState) -> ChildIdentity? {
    toState.read(&state) { child in
      guard child.pointee != nil
      else { return nil }
      return identify(&UnsafeMutablePointer(mutating: child).pointee.unsafelyUnwrappedInPlace)
    }
  }

  /// Whether the current child has an identity.
  @inlinable
  func isIdentity(_ identity: ChildIdentity, _ state: inout ParentState) -> Bool {
    toState.read(&state) { child in
      guard child.pointee != nil
      else { return false }
      return identify.isIdentity(
        identity, of: &UnsafeMutablePointer(mutating: child).pointee.unsafelyUnwrappedInPlace)
    }
  }

  /// The place of the child in the navigation.
  @usableFromInline
  func path(_ identity: ChildIdentity) -> NavigationPath {
    NavigationPath(OptionalElement(place: StatePlace(toState.keyPath), identity: identity))
  }
}

extension Effect {
  /// Cancels a child's effects.
  @usableFromInline
  static func endOfChild(at path: NavigationPath) -> Self {
    Self(.cancel([path.effectID]))
  }
}

@usableFromInline
func reportMissing<Action>(_ action: Action, _ site: SourceSite) {
  site.report(
    """
    An 'ifLet' at "\(site)" received a child action when the child's state was 'nil':

    \(describe(action))

    The action was not reduced by the child. Its feature is gone, or was never there. Check that:

    • no reducer before this 'ifLet' sets the state to 'nil': put 'ifLet' on what does, so that \
    the child gets the action first;
    • effects of the child do not outlive it: those that it returns are cancelled, those that \
    another feature starts for it are not;
    • the action is sent only while the child's state is there.
    """)
}

/// An optional child in a navigation path: the location in its parent, and its identity.
struct OptionalElement: Hashable, Sendable {
  let place: StatePlace
  let identity: ChildIdentity
}

extension Optional {
  /// The unwrapped value, which must exist, for changes in place.
  @inlinable
  var unsafelyUnwrappedInPlace: Wrapped {
    get { unsafelyUnwrapped }
    _modify { yield &self! }
  }
}
