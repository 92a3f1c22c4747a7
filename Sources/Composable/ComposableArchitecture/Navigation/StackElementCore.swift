import CasePaths

/// Shows an element of a stack in another core's state. When it has gone, the last that was there.
@MainActor
final class StackElementCore<ParentState, ParentAction, State, Action>: Core<State, Action> {
  private let parent: Core<ParentState, ParentAction>
  private let way: StateWay<ParentState, StackState<State>>
  private let toAction: AnyCasePath<ParentAction, StackAction<State, Action>>
  private let id: StackElementID
  private var lastState: State

  init(
    _ parent: Core<ParentState, ParentAction>, way: StateWay<ParentState, StackState<State>>,
    action: AnyCasePath<ParentAction, StackAction<State, Action>>, id: StackElementID,
    state: State
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
        way.read(parent, .nothing) { !$0.pointee.ids.contains(id) }
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
      // Elements that come and go above this one are no business of its observers.
      try way.read(parent, isObserved ? .elements : .nothing) { stack -> R? in
        guard let index = stack.pointee.ids.firstIndex(of: id)
        else { return nil }
        return try withUnsafePointer(to: stack.pointee[index], body)
      }
    }
    if let result { return result }
    return try withUnsafePointer(to: lastState, body)
  }
}
