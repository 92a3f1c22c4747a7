/// Shows the whole state of a root core.
@MainActor
final class RootStoreCore<State, Action>: Core<State, Action> {
  let rootCore: RootCore<State, Action>

  init(_ root: RootCore<State, Action>) {
    rootCore = root
  }

  override var state: State { rootCore.state }
  override var observedState: State { rootCore.observedState }
  override var root: AnyRootCore { rootCore }

  override func send(_ action: Action) -> EffectGroup? {
    rootCore.send(action)
  }

  override func read<Value>(_ keyPath: KeyPath<State, Value>) -> Value {
    rootCore.read(keyPath)
  }
}
