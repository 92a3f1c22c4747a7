/// Shows an optional part of another core's state; once removed, its last value.
@MainActor
final class OptionalCore<ParentState, ParentAction, State, Action>: PartCore<State, Action> {
  private let parent: Core<ParentState, ParentAction>
  private let toState: ChildState
  private let toAction: AnyCasePath<ParentAction, Action>

  enum ChildState {
    case property(StateProperty<ParentState, State?>)
    case `case`(AnyCasePath<ParentState, State>)
  }

  /// - Parameters:
  ///   - parent: The core of the enclosing state.
  ///   - toState: The location of the state.
  ///   - action: The case that holds the actions of the state's feature.
  ///   - current: The current state.
  init(
    _ parent: Core<ParentState, ParentAction>, toState: ChildState,
    action: AnyCasePath<ParentAction, Action>, current: State
  ) {
    self.parent = parent
    self.toState = toState
    toAction = action
    super.init(root: parent.root, state: current)
    parent.add(of: self) { [unowned self] action, found in
      if let action = toAction.extract(from: action) {
        found.append(self)
        findCaches(for: action, &found)
      }
    }
  }

  override var isInvalid: Bool {
    parent.isInvalid || find(isObserved: false) { _ in } == nil
  }

  override func send(_ action: Action) -> EffectGroup? {
    // The reducer decides about actions of removed state, and reports them.
    parent.send(toAction.embed(action))
  }

  override func find<R>(
    isObserved: Bool, _ body: (UnsafePointer<State>) throws -> R
  ) rethrows -> R? {
    try parent.withState(isObserved: isObserved) { parent -> R? in
      switch toState {
      case .property(let property):
        try property.read(parent, isObserved ? .value : .nothing) { state -> R? in
          try state.pointee.map { try withUnsafePointer(to: $0, body) }
        }

      case .case(let path):
        try path.extract(from: parent.pointee).map { try withUnsafePointer(to: $0, body) }
      }
    }
  }
}
