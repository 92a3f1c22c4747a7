import CasePaths
import Dependencies
import IdentifiedCollections

/// A parent, and the stack of features that it holds.
@usableFromInline
struct StackReducer<Base: Reducer, ChildState, ChildAction>: Reducer {
  @usableFromInline typealias Body = Never

  @usableFromInline
  let function: (inout Base.State, Base.Action) -> Effect<Base.Action>

  // The closure is created where the types are known, as for `Scope`.
  @inlinable
  init(
    _ base: Base, _ toStack: WritableKeyPath<Base.State, StackState<ChildState>>,
    _ toAction: AnyCasePath<Base.Action, StackAction<ChildState, ChildAction>>,
    _ child: some Reducer<ChildState, ChildAction>, _ site: SourceSite
  ) {
    let base = ResolvedReducer(base)
    let child = ResolvedReducer(child)
    let stack = StackPlace<Base.State, ChildState>(toStack, site)
    function = { state, action in
      var effect = Effect<Base.Action>.none
      var mount = stack.mount(&state)
      // Elements may have been put there by someone else, at the start or by a reducer around this
      // one, and leave upon their first action.
      if !stack.isUnchanged(&state, since: mount) {
        effect = stack.cancelRemoved(&state, since: mount)
        mount = stack.mount(&state)
      }
      var popped: StackElementID?
      switch toAction.extract(from: action) {
      case nil:
        break

      case .element(let id, let childAction):
        guard stack.contains(id, &state)
        else {
          stack.reportMissing(id, "an action for a missing element", action)
          break
        }
        let path = stack.paths.path(of: id)
        var childEffect = Effect<ChildAction>.none
        stack.toState.modify(&state) { elements in
          elements.withElement(id, stack.identity) { element in
            path.enter {
              childEffect = StateCaches.reducing(&element) {
                child.reduce(into: &$0, action: childAction)
              }
            }
          }
        }
        if !childEffect.isNone {
          effect = effect.merge(
            with: childEffect.presented(
              at: path, embed: { toAction.embed(.element(id: id, action: $0)) },
              dismissal: { toAction.embed(.popFrom(id: id)) }))
        }

      case .popFrom(let id):
        // The parent may look at the element that is about to go.
        if stack.contains(id, &state) {
          popped = id
        } else {
          stack.reportMissing(id, "a \"popFrom\" action for a missing element", action)
        }

      case .push(let id, let element):
        if stack.contains(id, &state) {
          stack.reportMissing(id, "a \"push\" action for an element it already contains", action)
        } else {
          stack.claim(id)
          stack.toState.modify(&state) { $0.push(element, id: id) }
        }
      }
      let baseEffect = base.reduce(into: &state, action: action)
      if !baseEffect.isNone { effect = effect.merge(with: baseEffect) }
      if let popped { stack.toState.modify(&state) { $0.pop(from: popped) } }
      guard !stack.isUnchanged(&state, since: mount)
      else { return effect }
      return effect.merge(with: stack.cancelRemoved(&state, since: mount))
    }
  }

  @usableFromInline
  func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    function(&state, action)
  }
}

/// The place where a parent has a stack.
@usableFromInline
struct StackPlace<ParentState, ChildState> {
  @usableFromInline let toState: StateProperty<ParentState, StackState<ChildState>>
  @usableFromInline let identity = StateIdentity<ChildState>.make()
  @usableFromInline let paths: NavigationPathCache
  private let site: SourceSite

  @usableFromInline
  init(_ keyPath: WritableKeyPath<ParentState, StackState<ChildState>>, _ site: SourceSite) {
    toState = StateProperty(keyPath)
    paths = NavigationPathCache(place: StatePlace(keyPath))
    self.site = site
  }

  @inlinable
  func mount(_ state: inout ParentState) -> StackMount {
    toState.read(&state) { $0.pointee.mount }
  }

  @inlinable
  func isUnchanged(_ state: inout ParentState, since mount: StackMount) -> Bool {
    toState.read(&state) { $0.pointee.isUnchanged(since: mount) }
  }

  @inlinable
  func contains(_ id: StackElementID, _ state: inout ParentState) -> Bool {
    toState.read(&state) { $0.pointee.index(of: id) != nil }
  }

  /// Cancels the effects of removed elements.
  @usableFromInline
  func cancelRemoved<Action>(
    _ state: inout ParentState, since mount: StackMount
  ) -> Effect<Action> {
    let gone = toState.modify(&state) { $0.noteMounted(since: mount) }
    if mount.isNew { return cancelEffectsOfOthers(toState.read(&state) { $0.pointee.ids }) }
    guard !gone.isEmpty
    else { return .none }
    return Effect(
      .cancel(
        gone.map { id in
          defer { paths.remove(id) }
          return paths.path(of: id).effectID
        }))
  }

  /// Cancels the effects of all former elements: another reducer has replaced the stack.
  private func cancelEffectsOfOthers<Action>(_ ids: OrderedSet<StackElementID>) -> Effect<Action> {
    let place = StatePlace(toState.keyPath)
    let parent = NavigationPath.current
    return Effect(
      .cancelWhere { effect in
        guard
          let child = effect.child, let element = child.element as? PresentedElement,
          element.place == place, child.isChild(of: parent)
        else { return false }
        return !ids.contains(
          StackElementID(generation: Int(bitPattern: element.identity.tag)))
      })
  }

  /// Keeps an id that came from outside from being given again. In a test, it has to be the one
  /// that would be given next.
  @usableFromInline
  func claim(_ id: StackElementID) {
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

  @usableFromInline
  func reportMissing<Action>(_ id: StackElementID, _ what: String, _ action: Action) {
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
