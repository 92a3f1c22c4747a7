/// Shows the whole state of a root core.
@MainActor
final class RootStoreCore<State, Action>: Core<State, Action> {
  let rootCore: RootCore<State, Action>

  init(_ root: RootCore<State, Action>) {
    rootCore = root
  }

  override var root: AnyRootCore { rootCore }

  override func send(_ action: Action) -> EffectGroup? {
    rootCore.send(action)
  }

  override var reducedAction: Action? { rootCore.reducedAction }

  override func withState<R>(
    isObserved: Bool, _ body: (UnsafePointer<State>) throws -> R
  ) rethrows -> R {
    try rootCore.withState(isObserved: isObserved, body)
  }
}
