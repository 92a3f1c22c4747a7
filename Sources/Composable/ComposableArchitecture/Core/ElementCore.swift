/// Shows an element of a collection in another core's state. When it has gone, the last that was
/// there.
@MainActor
final class ElementCore<ParentState, ParentAction, ID: Hashable & Sendable, State, Action>:
  Core<State, Action>
{
  typealias Elements = IdentifiedArray<ID, State>

  private let parent: Core<ParentState, ParentAction>
  private let way: StateWay<ParentState, Elements>
  private let toAction: AnyCasePath<ParentAction, IdentifiedAction<ID, Action>>
  private let id: ID
  private var lastState: State

  init(
    _ parent: Core<ParentState, ParentAction>, way: StateWay<ParentState, Elements>,
    action: AnyCasePath<ParentAction, IdentifiedAction<ID, Action>>, id: ID, state: State
  ) {
    self.parent = parent
    self.way = way
    toAction = action
    self.id = id
    lastState = state
  }

  override var isInvalid: Bool {
    parent.isInvalid
      || parent.withState(isObserved: false) { parent in
        way.read(parent, .nothing) { !$0.pointee.contains(id: id) }
      }
  }

  override var root: AnyRootCore { parent.root }

  override func send(_ action: Action) -> EffectGroup? {
    parent.send(toAction.embed(.element(id: id, action: action)))
  }

  override func withState<R>(
    isObserved: Bool, _ body: (UnsafePointer<State>) throws -> R
  ) rethrows -> R {
    let result = try parent.withState(isObserved: isObserved) { parent -> R? in
      // Elements that come and go next to this one are no business of its observers.
      try way.read(parent, isObserved ? .elements : .nothing) { elements -> R? in
        guard let index = elements.pointee.index(id: id)
        else { return nil }
        return try withUnsafePointer(to: elements.pointee[index], body)
      }
    }
    if let result { return result }
    return try withUnsafePointer(to: lastState, body)
  }
}
