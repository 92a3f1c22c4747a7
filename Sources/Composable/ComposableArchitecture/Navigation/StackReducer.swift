import CasePaths
import Dependencies
import IdentifiedCollections

/// A parent, and the stack of features that it holds.
struct StackReducer<Base: Reducer, ChildState, ChildAction>: Reducer {
  typealias Body = Never

  private let base: ResolvedReducer<Base.State, Base.Action>
  private let toState: StateProperty<Base.State, StackState<ChildState>>
  private let toAction: AnyCasePath<Base.Action, StackAction<ChildState, ChildAction>>
  private let child: ResolvedReducer<ChildState, ChildAction>
  private let identity = StateIdentity<ChildState>.make()
  private let paths: NavigationPathCache
  private let site: ReducerSite

  init(
    _ base: Base, _ toStack: WritableKeyPath<Base.State, StackState<ChildState>>,
    _ toAction: AnyCasePath<Base.Action, StackAction<ChildState, ChildAction>>,
    _ child: some Reducer<ChildState, ChildAction>, _ site: ReducerSite
  ) {
    self.base = ResolvedReducer(base)
    toState = StateProperty(toStack)
    paths = NavigationPathCache(place: StatePlace(toStack))
    self.toAction = toAction
    self.child = ResolvedReducer(child)
    self.site = site
  }

  func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    // Elements may have been put there by someone else, at the start or by a reducer around this
    // one, and leave upon their first action.
    let overdue = cancelEffectsOfRemoved(&state, since: read(&state) { $0.pointee.mount })
    let mount = read(&state) { $0.pointee.mount }
    let effect: Effect<Base.Action>
    switch toAction.extract(from: action) {
    case nil:
      effect = base.reduce(into: &state, action: action)

    case .element(let id, let childAction):
      let childEffect: Effect<Base.Action>
      if contains(id, &state) {
        childEffect = reduce(&state, childAction, id: id)
      } else {
        childEffect = .none
        reportMissing(id, "an action for a missing element", action)
      }
      effect = childEffect.merge(with: base.reduce(into: &state, action: action))

    case .popFrom(let id):
      // The parent may look at the element that is about to go.
      let isThere = contains(id, &state)
      if !isThere { reportMissing(id, "a \"popFrom\" action for a missing element", action) }
      effect = base.reduce(into: &state, action: action)
      if isThere { toState.modify(&state) { $0.pop(from: id) } }

    case .push(let id, let element):
      if contains(id, &state) {
        reportMissing(id, "a \"push\" action for an element it already contains", action)
      } else {
        claim(id)
        toState.modify(&state) { $0.push(element, id: id) }
      }
      effect = base.reduce(into: &state, action: action)
    }
    return overdue.merge(with: effect).merge(with: cancelEffectsOfRemoved(&state, since: mount))
  }

  private func read<R>(
    _ state: inout Base.State, _ body: (UnsafePointer<StackState<ChildState>>) -> R
  ) -> R {
    withUnsafePointer(to: &state) { state in
      toState.read(state, .nothing, body)
    }
  }

  private func contains(_ id: StackElementID, _ state: inout Base.State) -> Bool {
    read(&state) { $0.pointee.ids.contains(id) }
  }

  private func reduce(
    _ state: inout Base.State, _ action: ChildAction, id: StackElementID
  ) -> Effect<Base.Action> {
    let toAction = toAction
    let path = paths.path(of: id)
    let effect = toState.modify(&state) { stack in
      stack.withElement(id, identity) { element in
        NavigationPath.$current.withValue(path) {
          StateCaches.reducing(&element) { child.reduce(into: &$0, action: action) }
        }
      }
    }
    return (effect ?? .none).presented(
      at: path, embed: { toAction.embed(.element(id: id, action: $0)) },
      dismissal: { toAction.embed(.popFrom(id: id)) })
  }

  /// Cancels the effects of the elements that have gone, by whatever hand.
  private func cancelEffectsOfRemoved(
    _ state: inout Base.State, since mount: StackMount
  ) -> Effect<Base.Action> {
    guard !read(&state, { $0.pointee.isUnchanged(since: mount) })
    else { return .none }
    let gone = toState.modify(&state) { $0.noteMounted(since: mount) }
    if mount.isNew { return cancelEffectsOfOthers(read(&state) { $0.pointee.ids }) }
    guard !gone.isEmpty
    else { return .none }
    return Effect(
      .cancel(
        gone.map { id in
          defer { paths.remove(id) }
          return paths.path(of: id).effectID
        }))
  }

  /// Cancels the effects of all elements that were ever here, but for those that are here now: the
  /// stack has been put in the place of another, by a reducer that this one knows nothing of.
  private func cancelEffectsOfOthers(_ ids: OrderedSet<StackElementID>) -> Effect<Base.Action> {
    let place = StatePlace(toState.keyPath)
    let parent = NavigationPath.current
    return Effect(
      .cancelWhere { effect in
        guard
          let child = effect.child, let element = child.element.base as? PresentedElement,
          element.place == place, child.isChild(of: parent)
        else { return false }
        return !ids.contains(
          StackElementID(generation: Int(bitPattern: element.identity.tag)))
      })
  }

  /// Keeps an id that came from outside from being given again. In a test, it has to be the one
  /// that would be given next.
  private func claim(_ id: StackElementID) {
    @Dependency(\.context) var context
    @Dependency(\.stackElementID) var stackElementID
    guard context == .test
    else { return }
    let next = stackElementID.peek()
    if id == next {
      _ = stackElementID.next()
    } else if id.generation > next.generation {
      site.report(
        """
        A "forEach" at "\(site)" received a "push" action with an unexpected generational ID. …

          Received ID: \(id.debugDescription)
          Expected ID: \(next.debugDescription)

        The elements of stacks are numbered in the order in which they are made, 0 first. Push \
        with the expected id.
        """)
    }
  }

  private func reportMissing(_ id: StackElementID, _ what: String, _ action: Base.Action) {
    site.report(
      """
      A "forEach" at "\(site)" received \(what). …

        Action:
      \(describe(action))
        Element ID: \(id.debugDescription)

      The action changed nothing. Most often a reducer that runs before this "forEach" removed the \
      element, or an action was sent under an id that is no longer, or already, on the stack.
      """)
  }
}
