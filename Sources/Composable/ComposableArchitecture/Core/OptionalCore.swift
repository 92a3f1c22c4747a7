import RuntimeInternals

/// Shows a part of another core's state that may not be there. When it has gone, the last that was
/// there.
@MainActor
final class OptionalCore<ParentState, ParentAction, State, Action>: PartCore<State, Action>,
  StateKeeper
{
  private let parent: Core<ParentState, ParentAction>
  private let way: Way
  private let toAction: AnyCasePath<ParentAction, Action>

  enum Way {
    case optional(StateWay<ParentState, State?>)
    case `case`(AnyCasePath<ParentState, State>)
  }

  /// - Parameters:
  ///   - parent: What the state is a part of.
  ///   - way: Where the state is.
  ///   - action: The case that holds the actions of the state's feature.
  ///   - current: What the state is now.
  init(
    _ parent: Core<ParentState, ParentAction>, way: Way,
    action: AnyCasePath<ParentAction, Action>, current: State
  ) {
    self.parent = parent
    self.way = way
    toAction = action
    super.init(root: parent.root, state: current)
    parent.root.keepers.add(self)
  }

  override var isInvalid: Bool {
    parent.isInvalid || find(isObserved: false) { _ in } == nil
  }

  override func send(_ action: Action) -> EffectGroup? {
    // The reducer decides what an action means whose state has gone, and reports it.
    parent.send(toAction.embed(action))
  }

  override var reducedAction: Action? { parent.reducedAction.flatMap(toAction.extract) }

  func keeperOfReduced() -> (any KeptState)? {
    reducedAction == nil ? nil : self
  }

  override func find<R>(
    isObserved: Bool, _ body: (UnsafePointer<State>) throws -> R
  ) rethrows -> R? {
    try parent.withState(isObserved: isObserved) { parent -> R? in
      switch way {
      case .optional(let way):
        try way.read(parent, isObserved ? .value : .nothing) { state -> R? in
          try state.unwrapped().map(body)
        }

      case .case(let path):
        try path.extract(from: parent.pointee).map { try withUnsafePointer(to: $0, body) }
      }
    }
  }
}
