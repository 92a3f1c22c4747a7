/// Where a child store leads to.
struct ScopeID: Hashable {
  let state: AnyKeyPath
  let action: AnyKeyPath
  var element: AnyHashable?
}

extension Store {
  /// The child store at a place, made when it is first asked for.
  func child<ChildState, ChildAction>(
    at id: ScopeID, _ core: () -> Core<ChildState, ChildAction>
  ) -> Store<ChildState, ChildAction> {
    if let child = children[id] as? Store<ChildState, ChildAction>, !child.core.isInvalid {
      return child
    }
    let child = Store<ChildState, ChildAction>(core: core())
    children[id] = child
    return child
  }

  /// The child store at a place where there may be none.
  func optionalChild<ChildState, ChildAction>(
    at id: ScopeID, isThere: Bool, _ core: () -> Core<ChildState, ChildAction>?
  ) -> Store<ChildState, ChildAction>? {
    guard isThere
    else {
      children[id] = nil
      return nil
    }
    if let child = children[id] as? Store<ChildState, ChildAction>, !child.core.isInvalid {
      return child
    }
    let child = core().map(Store<ChildState, ChildAction>.init)
    children[id] = child
    return child
  }
}
