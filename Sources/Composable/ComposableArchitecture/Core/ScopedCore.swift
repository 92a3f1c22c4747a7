/// Shows a part of another core's state.
@MainActor
final class ScopedCore<ParentState, ParentAction, State, Action>: Core<State, Action> {
  private let parent: Core<ParentState, ParentAction>
  private let toState: StateProperty<ParentState, State>
  private let place: StatePropertyPlace?
  private let toAction: AnyCasePath<ParentAction, Action>

  init(
    _ parent: Core<ParentState, ParentAction>, state: KeyPath<ParentState, State>,
    action: AnyCasePath<ParentAction, Action>
  ) {
    self.parent = parent
    toState = StateProperty(state)
    place = toState.place
    toAction = action
  }

  override var isInvalid: Bool { parent.isInvalid }
  override var root: AnyRootCore { parent.root }

  override func send(_ action: Action) -> EffectGroup? {
    parent.send(toAction.embed(action))
  }

  override func connect() {
    parent.add(of: self) { [unowned self] action, found in
      if let action = toAction.extract(from: action) { findCaches(for: action, &found) }
    }
  }

  override func address(isObserved: Bool) -> UnsafeRawPointer? {
    guard
      let place,
      let parent = isObserved ? parent.addressToRead(place) : parent.address(isObserved: false)
    else { return nil }
    return place.address(in: parent, isObserved ? .value : .nothing)
  }

  override func withState<R>(
    isObserved: Bool, _ body: (UnsafePointer<State>) throws -> R
  ) rethrows -> R {
    try parent.withState(isObserved: isObserved) {
      try toState.read($0, isObserved ? .value : .nothing, body)
    }
  }
}
