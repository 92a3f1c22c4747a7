/// Shows a part of another core's state that may not be there. When it has gone, the last that was
/// there.
@MainActor
final class OptionalCore<ParentState, ParentAction, State, Action>: Core<State, Action> {
  private let parent: Core<ParentState, ParentAction>
  private let toState: (UnsafePointer<ParentState>, _ isObserved: Bool) -> State?
  private let toAction: (Action) -> ParentAction
  private var lastState: State

  /// - Parameters:
  ///   - parent: What the state is a part of.
  ///   - state: Finds the state.
  ///   - action: Turns an action of the state's feature into one of the parent's.
  ///   - current: What the state is now.
  init(
    _ parent: Core<ParentState, ParentAction>,
    state: @escaping (UnsafePointer<ParentState>, _ isObserved: Bool) -> State?,
    action: @escaping (Action) -> ParentAction, current: State
  ) {
    self.parent = parent
    toState = state
    toAction = action
    lastState = current
  }

  /// There is none where there is no state now.
  convenience init?(
    _ parent: Core<ParentState, ParentAction>,
    state: @escaping (UnsafePointer<ParentState>, _ isObserved: Bool) -> State?,
    action: @escaping (Action) -> ParentAction
  ) {
    guard let current = parent.withState(isObserved: false, { state($0, false) })
    else { return nil }
    self.init(parent, state: state, action: action, current: current)
  }

  override var isInvalid: Bool {
    parent.isInvalid || parent.withState(isObserved: false) { toState($0, false) } == nil
  }

  override var root: AnyRootCore { parent.root }

  override func send(_ action: Action) -> EffectGroup? {
    // The reducer decides what an action means whose state has gone, and reports it.
    parent.send(toAction(action))
  }

  override func withState<R>(
    isObserved: Bool, _ body: (UnsafePointer<State>) throws -> R
  ) rethrows -> R {
    if let current = parent.withState(isObserved: isObserved, { toState($0, isObserved) }) {
      lastState = current
    }
    return try withUnsafePointer(to: lastState, body)
  }
}
