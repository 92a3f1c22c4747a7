/// Shows a function's result of another core's state.
@MainActor
final class FunctionCore<ParentState, ParentAction, State, Action>: Core<State, Action> {
  private let parent: Core<ParentState, ParentAction>
  private let toState: (ParentState) -> State
  private let toAction: (Action) -> ParentAction

  init(
    _ parent: Core<ParentState, ParentAction>, state: @escaping (ParentState) -> State,
    action: @escaping (Action) -> ParentAction
  ) {
    self.parent = parent
    toState = state
    toAction = action
  }

  override var isInvalid: Bool { parent.isInvalid }
  override var root: AnyRootCore { parent.root }

  override func send(_ action: Action) -> EffectGroup? {
    parent.send(toAction(action))
  }

  override func withState<R>(
    isObserved: Bool, _ body: (UnsafePointer<State>) throws -> R
  ) rethrows -> R {
    try parent.withState(isObserved: isObserved) {
      try withUnsafePointer(to: toState($0.pointee), body)
    }
  }
}
