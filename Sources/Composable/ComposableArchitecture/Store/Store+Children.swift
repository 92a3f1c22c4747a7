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
    // There is one for each case and property at most, and those of other cases are gone by now.
    children = children.filter { ($0.value as? any ChildStore)?.isGone != true }
    let child = Store<ChildState, ChildAction>(core: core())
    children[id] = child
    return child
  }
}

/// A store of any type.
@MainActor
private protocol ChildStore {
  /// Whether what the store shows has gone.
  var isGone: Bool { get }
}

extension Store: ChildStore {
  fileprivate var isGone: Bool { core.isInvalid }
}
