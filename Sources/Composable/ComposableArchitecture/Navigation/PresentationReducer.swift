import CasePaths
import IssueReporting

/// A parent, and the child that it presents.
struct PresentationReducer<Base: Reducer, ChildState, ChildAction>: Reducer {
  typealias Body = Never

  private let base: ResolvedReducer<Base.State, Base.Action>
  private let toState: StateProperty<Base.State, PresentationState<ChildState>>
  private let toAction: AnyCasePath<Base.Action, PresentationAction<ChildAction>>
  private let child: ResolvedReducer<ChildState, ChildAction>
  private let identify = ChildIdentifier<ChildState>()
  private let site: ReducerSite

  init(
    _ base: Base, _ toPresentation: WritableKeyPath<Base.State, PresentationState<ChildState>>,
    _ toAction: AnyCasePath<Base.Action, PresentationAction<ChildAction>>,
    _ child: some Reducer<ChildState, ChildAction>, _ site: ReducerSite
  ) {
    self.base = ResolvedReducer(base)
    toState = StateProperty(toPresentation)
    self.toAction = toAction
    self.child = ResolvedReducer(child)
    self.site = site
  }

  func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    guard let childAction = toAction.extract(from: action)
    else {
      let presented = presented(&state)
      let effect = base.reduce(into: &state, action: action)
      return effect.merge(with: cancelEffectsOfReplaced(&state, since: presented))
    }
    let overdue = cancelEffectsOfReplaced(&state, since: nil)
    let presented = presented(&state)
    if presented == nil { reportAbsence(action) }
    var childEffect = Effect<Base.Action>.none
    var isOver = true
    if case .presented(let childAction) = childAction {
      isOver = false
      if let presented {
        (childEffect, isOver) = reduce(&state, childAction, at: presented.path)
      }
    }
    let effect = childEffect.merge(with: base.reduce(into: &state, action: action))
    if isOver, let presented { remove(presented, from: &state) }
    return overdue.merge(with: effect).merge(
      with: cancelEffectsOfReplaced(&state, since: presented))
  }

  /// Runs the child.
  ///
  /// - Returns: What follows, and whether the child is an alert or the like that is answered now.
  private func reduce(
    _ state: inout Base.State, _ action: ChildAction, at path: NavigationPath
  ) -> (Effect<Base.Action>, isAnswered: Bool) {
    var isAnswered = false
    let effect = toState.modify(&state) { presentation in
      presentation.withState { child in
        isAnswered = isAnswer(action, to: child)
        return NavigationPath.$current.withValue(path) {
          StateCaches.reducing(&child) { self.child.reduce(into: &$0, action: action) }
        }
      }
    }
    let toAction = toAction
    let parentEffect = (effect ?? .none).presented(
      at: path, embed: { toAction.embed(.presented($0)) },
      dismissal: { toAction.embed(.dismiss) })
    return (parentEffect, isAnswered)
  }

  /// Notes which child is there, and cancels the effects of the one that was there before, which
  /// may have been replaced by a reducer that this one knows nothing of.
  ///
  /// - Parameters:
  ///   - state: The state.
  ///   - before: The child that was there before the action. State that was assigned as a whole
  ///     does not know of it.
  private func cancelEffectsOfReplaced(
    _ state: inout Base.State, since before: PresentedChild?
  ) -> Effect<Base.Action> {
    let parent = NavigationPath.current
    let isUnchanged = withUnsafePointer(to: &state) { state in
      toState.read(state, .nothing) { presentation in
        guard let presented = presentation.pointee.presented
        else { return presentation.pointee.box == nil && before == nil }
        return (before == nil || before === presented) && presented.path.isChild(of: parent)
          && presentation.pointee.identity(identify) == presented.identity
      }
    }
    return isUnchanged ? .none : cancelReplaced(&state, since: before)
  }

  private func cancelReplaced(
    _ state: inout Base.State, since before: PresentedChild?
  ) -> Effect<Base.Action> {
    let (old, new) = toState.modify(&state) { presentation in
      let old = presentation.presented
      presentation.presented = presentation.identity(identify).map {
        PresentedChild($0, place: StatePlace(toState.keyPath))
      }
      return (old, presentation.presented)
    }
    // A value that was copied from another place has that place in it. What runs there stays.
    let gone = [before, old].compactMap { $0?.path }
      .filter { $0.isChild(of: .current) && $0 != new?.path }
    return gone.isEmpty ? .none : Effect(.cancel(gone.map(\.effectID)))
  }

  private func presented(_ state: inout Base.State) -> PresentedChild? {
    withUnsafePointer(to: &state) { state in
      toState.read(state, .nothing) { $0.pointee.presented }
    }
  }

  /// Removes the child, if it is still there.
  private func remove(_ presented: PresentedChild, from state: inout Base.State) {
    let isThere = withUnsafePointer(to: &state) { state in
      toState.read(state, .nothing) { $0.pointee.identity(identify) == presented.identity }
    }
    if isThere { toState.modify(&state) { $0.wrappedValue = nil } }
  }

  /// Whether the action answers an alert or the like.
  private func isAnswer(_ action: ChildAction, to child: ChildState) -> Bool {
    guard let type = identify.ephemeralAction(child)
    else { return false }
    if type == Swift.type(of: action) { return true }
    return Mirror(reflecting: action).children.first.map { Swift.type(of: $0.value) == type }
      ?? false
  }

  private func reportAbsence(_ action: Base.Action) {
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
}
