/// The location of a child store.
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
  /// The most recently used ones. Hashing key paths takes longer than comparing them, and the same
  /// place in the source has the same key path each time.
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

  /// Releases children.
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
  /// The child store at a location, created on first use.
  func child<ChildState, ChildAction>(
    at id: ScopeID, _ core: () -> Core<ChildState, ChildAction>
  ) -> Store<ChildState, ChildAction> {
    if let child = children.find(id) as? Store<ChildState, ChildAction>, !child.core.isInvalid {
      return child
    }
    // At most one exists per case and property; those of other cases were removed.
    children.removeAll { ($0 as? any ChildStore)?.isGone == true }
    let child = Store<ChildState, ChildAction>(core: core())
    children.set(child, at: id)
    return child
  }
}

/// A store of any type.
@MainActor
private protocol ChildStore {
  /// Whether the store's state has been removed.
  var isGone: Bool { get }
}

extension Store: ChildStore {
  fileprivate var isGone: Bool { core.isInvalid }
}
