/// Where a child store leads to.
struct ScopeID: Hashable {
  let state: AnyKeyPath
  let action: AnyKeyPath
}

/// The child stores of a store.
struct ChildStores {
  private final class RecentChild {
    let id: ScopeID
    let child: AnyObject

    init(_ id: ScopeID, _ child: AnyObject) {
      self.id = id
      self.child = child
    }
  }

  private var byID: [ScopeID: AnyObject] = [:]
  /// Those that were asked for last. To hash key paths takes longer than to compare them, and the
  /// same place in the source has the same key path to the state each time.
  private var recent: [RecentChild] = []
  private var oldest = 0

  /// The child at a place.
  mutating func find(_ id: ScopeID) -> AnyObject? {
    for known in recent where known.id.state === id.state && known.id.action == id.action {
      return known.child
    }
    guard let child = byID[id]
    else { return nil }
    note(RecentChild(id, child))
    return child
  }

  /// Sets the child at a place, or removes it.
  mutating func set(_ child: AnyObject?, at id: ScopeID) {
    guard child != nil || !byID.isEmpty
    else { return }
    byID[id] = child
    forgetRecent()
  }

  /// Lets go of children.
  mutating func removeAll(where isGone: (AnyObject) -> Bool) {
    byID = byID.filter { !isGone($0.value) }
    forgetRecent()
  }

  private mutating func note(_ child: RecentChild) {
    if recent.count < 4 {
      recent.append(child)
    } else {
      recent[oldest] = child
      oldest = (oldest + 1) % 4
    }
  }

  private mutating func forgetRecent() {
    recent = []
    oldest = 0
  }
}

extension Store {
  /// The child store at a place, made when it is first asked for.
  func child<ChildState, ChildAction>(
    at id: ScopeID, _ core: () -> Core<ChildState, ChildAction>
  ) -> Store<ChildState, ChildAction> {
    if let child = children.find(id) as? Store<ChildState, ChildAction>, !child.core.isInvalid {
      return child
    }
    // There is one for each case and property at most, and those of other cases are gone by now.
    children.removeAll { ($0 as? any ChildStore)?.isGone == true }
    let child = Store<ChildState, ChildAction>(core: core())
    children.set(child, at: id)
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
