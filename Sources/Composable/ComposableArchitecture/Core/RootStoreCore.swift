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

  override func add(of owner: AnyObject, _ finder: @escaping CacheFinders<Action>.Finder) {
    rootCore.finders.add(of: owner, finder)
  }

  override func address(isObserved: Bool) -> UnsafeRawPointer? {
    rootCore.address(isObserved: isObserved)
  }

  override func addressToRead(_ property: StatePropertyPlace) -> UnsafeRawPointer? {
    rootCore.addressToRead(property)
  }

  override func withState<R>(
    isObserved: Bool, _ body: (UnsafePointer<State>) throws -> R
  ) rethrows -> R {
    try rootCore.withState(isObserved: isObserved, body)
  }
}
