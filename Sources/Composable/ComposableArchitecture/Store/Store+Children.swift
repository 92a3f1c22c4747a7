/// Where a child store leads to.
struct ScopeID: Hashable {
  let state: AnyKeyPath
  let action: AnyKeyPath
  var element: AnyHashable?
}

/// The child stores of a store.
struct ChildStores {
  private var byID: [ScopeID: AnyObject] = [:]
  /// Those that were asked for last. To hash key paths takes longer than to compare them, and the
  /// same place in the source has the same key path each time.
  private var recent: [(id: ScopeID, child: AnyObject)] = []
  private var oldest = 0

  /// The child at a place.
  subscript(id: ScopeID) -> AnyObject? {
    mutating get {
      let known = recent.first { $0.id.state === id.state && $0.id.action == id.action }
      if let known { return known.child }
      guard let child = byID[id]
      else { return nil }
      note(id, child)
      return child
    }
    set {
      byID[id] = newValue
      recent.removeAll { $0.id == id }
      oldest = 0
      if let newValue { note(id, newValue) }
    }
  }

  private mutating func note(_ id: ScopeID, _ child: AnyObject) {
    if recent.count < 4 {
      recent.append((id, child))
    } else {
      recent[oldest] = (id, child)
      oldest = (oldest + 1) % 4
    }
  }

  /// Lets go of children.
  mutating func removeAll(where isGone: (AnyObject) -> Bool) {
    byID = byID.filter { !isGone($0.value) }
    recent = []
    oldest = 0
  }
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
    children.removeAll { ($0 as? any ChildStore)?.isGone == true }
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
