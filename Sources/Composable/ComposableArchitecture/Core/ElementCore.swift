/// Shows an element of a collection in another core's state; once removed, its last value.
@MainActor
final class ElementCore<ParentState, ParentAction, Elements: _StoreElements, Action>:
  PartCore<Elements.Element, Action>
{
  typealias State = Elements.Element

  private let parent: Core<ParentState, ParentAction>
  private let toState: StateProperty<ParentState, Elements>
  private let toAction: AnyCasePath<ParentAction, (id: Elements.ID, action: Action)>
  private let id: Elements.ID

  init(
    _ parent: Core<ParentState, ParentAction>, toState: StateProperty<ParentState, Elements>,
    action: AnyCasePath<ParentAction, (id: Elements.ID, action: Action)>, id: Elements.ID,
    state: State
  ) {
    self.parent = parent
    self.toState = toState
    toAction = action
    self.id = id
    super.init(root: parent.root, state: state)
  }

  override var isInvalid: Bool {
    parent.isInvalid
      || parent.withState(isObserved: false) { parent in
        toState.read(parent, .nothing) { $0.pointee._position(of: id) == nil }
      }
  }

  override func send(_ action: Action) -> EffectGroup? {
    parent.send(toAction.embed((id: id, action: action)))
  }

  override func find<R>(
    isObserved: Bool, _ body: (UnsafePointer<State>) throws -> R
  ) rethrows -> R? {
    try parent.withState(isObserved: isObserved) { parent -> R? in
      // Insertions and removals of other elements don't affect its observers.
      try toState.read(parent, isObserved ? .elements : .nothing) { elements -> R? in
        guard let position = elements.pointee._position(of: id)
        else { return nil }
        return try withUnsafePointer(to: elements.pointee[position], body)
      }
    }
  }
}
