/// Shows a part of another core's state.
@MainActor
final class ScopedCore<ParentState, ParentAction, State, Action>: Core<State, Action> {
  private let parent: Core<ParentState, ParentAction>
  private let toState: KeyPath<ParentState, State>
  private let toAction: (Action) -> ParentAction

  init(
    _ parent: Core<ParentState, ParentAction>, state: KeyPath<ParentState, State>,
    action: @escaping (Action) -> ParentAction
  ) {
    self.parent = parent
    toState = state
    toAction = action
  }

  override var state: State { parent.state[keyPath: toState] }
  override var observedState: State { parent.read(toState) }
  override var isInvalid: Bool { parent.isInvalid }
  override var root: AnyRootCore { parent.root }

  override func send(_ action: Action) -> EffectGroup? {
    parent.send(toAction(action))
  }
}

/// Shows an optional part of another core's state. When it has gone, the last that was there.
@MainActor
final class OptionalCore<ParentState, ParentAction, State, Action>: Core<State, Action> {
  private let parent: Core<ParentState, ParentAction>
  private let toState: (ParentState) -> State?
  private let toAction: (Action) -> ParentAction
  private var lastState: State

  init?(
    _ parent: Core<ParentState, ParentAction>, state: @escaping (ParentState) -> State?,
    action: @escaping (Action) -> ParentAction
  ) {
    guard let current = state(parent.state)
    else { return nil }
    self.parent = parent
    toState = state
    toAction = action
    lastState = current
  }

  override var state: State {
    if let current = toState(parent.state) { lastState = current }
    return lastState
  }

  override var observedState: State {
    if let current = toState(parent.observedState) { lastState = current }
    return lastState
  }

  override var isInvalid: Bool { parent.isInvalid || toState(parent.state) == nil }
  override var root: AnyRootCore { parent.root }

  override func send(_ action: Action) -> EffectGroup? {
    // The reducer decides what an action means whose state has gone, and reports it.
    parent.send(toAction(action))
  }
}
