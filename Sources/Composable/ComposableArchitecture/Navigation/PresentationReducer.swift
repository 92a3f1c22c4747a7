import CasePaths
import IssueReporting

/// A parent, and the child that it presents.
struct PresentationReducer<Base: Reducer, ChildState, ChildAction>: Reducer {
  typealias Body = Never

  private let base: ResolvedReducer<Base.State, Base.Action>
  private let toPresentation: WritableKeyPath<Base.State, PresentationState<ChildState>>
  private let toAction: AnyCasePath<Base.Action, PresentationAction<ChildAction>>
  private let child: ResolvedReducer<ChildState, ChildAction>
  private let identify = ChildIdentifier<ChildState>()
  private let location: SourceLocation

  init(
    _ base: Base, _ toPresentation: WritableKeyPath<Base.State, PresentationState<ChildState>>,
    _ toAction: CaseKeyPath<Base.Action, PresentationAction<ChildAction>>,
    _ child: some Reducer<ChildState, ChildAction>, _ location: SourceLocation
  ) {
    self.base = ResolvedReducer(base)
    self.toPresentation = toPresentation
    self.toAction = AnyCasePath(toAction)
    self.child = ResolvedReducer(child)
    self.location = location
  }

  func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    let overdue = settle(&state)
    var effect: Effect<Base.Action>
    switch toAction.extract(from: action) {
    case nil:
      effect = base.reduce(into: &state, action: action)

    case .dismiss:
      let path = state[keyPath: toPresentation].path
      if path == nil { reportAbsence(action) }
      effect = base.reduce(into: &state, action: action)
      if let path, isPresented(at: path, in: state) {
        state[keyPath: toPresentation].wrappedValue = nil
      }

    case .presented(let childAction):
      guard let path = state[keyPath: toPresentation].path
      else {
        reportAbsence(action)
        effect = base.reduce(into: &state, action: action)
        break
      }
      let childEffect = reduce(&state, childAction, at: path)
      let isAnswered = state[keyPath: toPresentation].wrappedValue.map {
        isAnswer(childAction, to: $0)
      }
      effect = childEffect.merge(with: base.reduce(into: &state, action: action))
      if isAnswered == true, isPresented(at: path, in: state) {
        state[keyPath: toPresentation].wrappedValue = nil
      }
    }
    return overdue.merge(with: effect).merge(with: settle(&state))
  }

  private func reduce(
    _ state: inout Base.State, _ action: ChildAction, at path: NavigationPath
  ) -> Effect<Base.Action> {
    let toAction = toAction
    let effect: Effect<ChildAction>? = NavigationPath.$current.withValue(path) {
      state[keyPath: toPresentation].withState { child.reduce(into: &$0, action: action) }
    }
    return (effect ?? .none).presented(
      at: path, embed: { toAction.embed(.presented($0)) },
      dismissal: { toAction.embed(.dismiss) })
  }

  /// Notes which child is there, and cancels the effects of the one that was there before. It may
  /// have been replaced by a reducer that this one knows nothing of.
  private func settle(_ state: inout Base.State) -> Effect<Base.Action> {
    let presentation = state[keyPath: toPresentation]
    let old = presentation.path
    guard let child = presentation.wrappedValue
    else {
      guard let old
      else { return .none }
      state[keyPath: toPresentation].path = nil
      return cancel(old)
    }
    let element = PresentedElement(place: toPresentation, identity: identify(child))
    let parent = NavigationPath.current
    if let old, old.parent === parent || old.parent == parent, old.element.base is PresentedElement,
      old.element.base as? PresentedElement == element
    {
      return .none
    }
    state[keyPath: toPresentation].path = NavigationPath(element, parent: parent)
    return old.map(cancel) ?? .none
  }

  /// A value that was copied from another place brings that place along. What runs there stays.
  private func cancel(_ path: NavigationPath) -> Effect<Base.Action> {
    path.parent == NavigationPath.current ? .cancelEverything(at: path) : .none
  }

  private func isPresented(at path: NavigationPath, in state: Base.State) -> Bool {
    guard let child = state[keyPath: toPresentation].wrappedValue
    else { return false }
    return path.element.base as? PresentedElement
      == PresentedElement(place: toPresentation, identity: identify(child))
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
    location.report(
      """
      An "ifLet" at "\(location)" received a presentation action when destination state was \
      absent. …

        Action:
      \(describe(action))

      The action did not reach the child. Most often an effect outlived the child, because it was \
      sent from outside of the child's reducer, or a reducer that runs before this "ifLet" set the \
      state to "nil": let it run after.
      """)
  }
}
