import CasePaths
import IssueReporting

/// A parent, and the child that it presents.
@usableFromInline
struct PresentationReducer<Base: Reducer, ChildState, ChildAction>: Reducer {
  @usableFromInline typealias Body = Never

  @usableFromInline
  let function: (inout Base.State, Base.Action) -> Effect<Base.Action>

  // The closure is created where the types are known, as for `Scope`.
  @inlinable
  init(
    _ base: Base, _ toPresentation: WritableKeyPath<Base.State, PresentationState<ChildState>>,
    _ toAction: AnyCasePath<Base.Action, PresentationAction<ChildAction>>,
    _ child: some Reducer<ChildState, ChildAction>, _ site: SourceSite
  ) {
    let base = ResolvedReducer(base)
    let child = ResolvedReducer(child)
    let presentation = Presentation<Base.State, ChildState>(toPresentation)
    function = { state, action in
      guard let presentationAction = toAction.extract(from: action)
      else {
        let presented = presentation.presented(&state)
        let effect = base.reduce(into: &state, action: action)
        guard !presentation.isUnchanged(&state, since: presented)
        else { return effect }
        return effect.merge(with: presentation.cancelReplaced(&state, since: presented))
      }
      var effect = Effect<Base.Action>.none
      if !presentation.isUnchanged(&state, since: nil) {
        effect = presentation.cancelReplaced(&state, since: nil)
      }
      let presented = presentation.presented(&state)
      var isOver = true
      if let presented {
        if case .presented(let childAction) = presentationAction {
          var childEffect = Effect<ChildAction>.none
          isOver = presentation.modify(&state) { state in
            let isAnswered = presentation.identify.isAnswer(childAction, to: &state)
            presented.path.enter {
              childEffect = StateCaches.reducing(&state) {
                child.reduce(into: &$0, action: childAction)
              }
            }
            return isAnswered
          }
          if !childEffect.isNone {
            effect = effect.merge(
              with: childEffect.presented(
                at: presented.path, embed: { toAction.embed(.presented($0)) },
                dismissal: { toAction.embed(.dismiss) }))
          }
        }
      } else {
        reportAbsence(action, site)
      }
      let baseEffect = base.reduce(into: &state, action: action)
      if !baseEffect.isNone { effect = effect.merge(with: baseEffect) }
      if isOver, let presented { presentation.remove(presented, from: &state) }
      guard !presentation.isUnchanged(&state, since: presented)
      else { return effect }
      return effect.merge(with: presentation.cancelReplaced(&state, since: presented))
    }
  }

  @usableFromInline
  func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    function(&state, action)
  }
}

/// The place where a parent presents a child.
@usableFromInline
struct Presentation<ParentState, ChildState> {
  @usableFromInline let toState: StateProperty<ParentState, PresentationState<ChildState>>
  @usableFromInline let identify = ChildIdentifier<ChildState>()

  @usableFromInline
  init(_ keyPath: WritableKeyPath<ParentState, PresentationState<ChildState>>) {
    toState = StateProperty(keyPath)
  }

  /// The child when this was last noted.
  @inlinable
  func presented(_ state: inout ParentState) -> PresentedChild? {
    toState.read(&state) { $0.pointee.presented }
  }

  /// Changes the child's state.
  ///
  /// - Returns: The result of `body`, or `false` without a child.
  @inlinable
  func modify(_ state: inout ParentState, _ body: (inout ChildState) -> Bool) -> Bool {
    toState.modify(&state) { $0.withState(body) ?? false }
  }

  /// Whether the current child is the noted one.
  ///
  /// - Parameters:
  ///   - state: The state.
  ///   - before: The child before the action, which state that was assigned as a whole does not
  ///     contain.
  @inlinable
  func isUnchanged(_ state: inout ParentState, since before: PresentedChild?) -> Bool {
    toState.read(&state) { presentation in
      guard let presented = presentation.pointee.presented
      else { return presentation.pointee.box == nil && before == nil }
      return (before == nil || before === presented) && presented.path.isHere
        && presentation.pointee.shows(presented, identify)
    }
  }

  /// Notes the current child, and cancels the effects of the previous one, which another reducer
  /// may have replaced.
  @usableFromInline
  func cancelReplaced<Action>(
    _ state: inout ParentState, since before: PresentedChild?
  ) -> Effect<Action> {
    let (old, new) = toState.modify(&state) { presentation in
      let old = presentation.presented
      presentation.presented = presentation.identity(identify).map {
        PresentedChild($0, place: StatePlace(toState.keyPath))
      }
      return (old, presentation.presented)
    }
    // A value copied from another place contains that place, whose effects stay.
    let gone = [before, old].compactMap { $0?.path }.filter { $0.isHere && $0 != new?.path }
    return gone.isEmpty ? .none : Effect(.cancel(gone.map(\.effectID)))
  }

  /// Removes the child, if it is still present.
  @usableFromInline
  func remove(_ presented: PresentedChild, from state: inout ParentState) {
    let isPresent = toState.read(&state) { $0.pointee.shows(presented, identify) }
    if isPresent { toState.modify(&state) { $0.wrappedValue = nil } }
  }
}

@usableFromInline
func reportAbsence<Action>(_ action: Action, _ site: SourceSite) {
  site.report(
    """
    An "ifLet" at "\(site)" received a presentation action when destination state was absent. …

      Action:
    \(describe(action))

    The action did not reach the child. Most often an effect outlived the child, because it was \
    sent from outside of the child's reducer, or a reducer that runs before this "ifLet" set the \
    state to "nil": let it run after.
    """)
}
