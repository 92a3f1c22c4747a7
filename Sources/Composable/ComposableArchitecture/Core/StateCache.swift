import Synchronization

/// Keeps a copy of a part of a store's state, for use after the part is removed.
@MainActor
protocol StateCache: AnyObject {
  /// Drops the copy, if it is of this type: the state is about to be changed, and collections in it
  /// are not to be copied for that.
  ///
  /// - Returns: Whether a copy was dropped.
  func drop(_ type: Any.Type) -> Bool

  /// Replaces the dropped copy by the reducer's resulting state.
  func update<Value>(_ value: Value)
}

/// The caches of the states that the action is for that is being reduced.
///
/// A child's reducer runs before its parent's, which may remove the child. The child's copy is
/// therefore dropped when its reducer begins and renewed when it has ended: the store of a removed
/// child has its last state.
@usableFromInline
enum StateCaches {
  private static let hasAny = Atomic(false)
  @MainActor private static var current = ReducedCaches()

  /// The caches for one action.
  struct ReducedCaches {
    /// The caches, outer states before inner ones.
    fileprivate let all: [any StateCache]
    /// The index of the first cache within the state being reduced.
    fileprivate var position = 0

    init(_ all: [any StateCache] = []) {
      self.all = all
    }
  }

  /// A cache whose copy was dropped.
  @usableFromInline
  struct DroppedCache: Sendable {
    fileprivate let index: Int
    fileprivate let outerPosition: Int
  }

  /// Whether any exist, perhaps of another store whose reducer sends to this one.
  static var isEmpty: Bool { !hasAny.load(ordering: .relaxed) }

  /// Activates the caches for an action.
  ///
  /// - Returns: The previous ones, for ``end(_:)``.
  @MainActor
  static func begin(_ caches: [any StateCache]) -> ReducedCaches {
    defer { set(ReducedCaches(caches)) }
    return current
  }

  @MainActor
  static func end(_ outer: ReducedCaches) {
    set(outer)
  }

  @MainActor
  private static func set(_ caches: ReducedCaches) {
    current = caches
    hasAny.store(!caches.all.isEmpty, ordering: .relaxed)
  }

  /// Runs the reducer of a child.
  @inlinable
  static func reducing<State, R>(_ state: inout State, _ reduce: (inout State) -> R) -> R {
    let dropped = drop(State.self)
    defer { if let dropped { update(dropped, state) } }
    return reduce(&state)
  }

  @usableFromInline
  static func drop(_ type: Any.Type) -> DroppedCache? {
    guard !isEmpty, ObservationTransaction.isReducingHere
    else { return nil }
    return MainActor.assumeIsolated {
      // One at a time, as one is updated when the reducer ends. More than one may cache the same
      // child, in scopes that are spelled differently: the others have their copies to fall back
      // on.
      let caches = current.all
      let position = current.position
      let inner = caches[position...].firstIndex { $0.drop(type) }
      guard let index = inner ?? caches[..<position].firstIndex(where: { $0.drop(type) })
      else { return nil }
      current.position = index + 1
      return DroppedCache(index: index, outerPosition: position)
    }
  }

  @usableFromInline
  static func update<State>(_ dropped: DroppedCache, _ state: State) {
    let state = UncheckedSendable(state)
    MainActor.assumeIsolated {
      current.position = dropped.outerPosition
      current.all[dropped.index].update(state.value)
    }
  }
}

/// Ways from a core to the caches of the states below it that an action is for.
///
/// Only the finders on the action's path are called: a list with thousands of visible rows has one
/// finder for all of them.
@MainActor
struct CacheFinders<Action> {
  /// Adds the caches for an action to those found so far, outermost first.
  typealias Finder = @MainActor (_ action: Action, _ found: inout [any StateCache]) -> Void

  private struct OwnedFinder {
    weak var owner: AnyObject?
    let find: Finder
  }

  private var all: [OwnedFinder] = []

  /// Whether there are no finders. `Array.isEmpty` would look up its type for each action.
  private(set) var isEmpty = true

  nonisolated init() {}

  /// Adds a finder, which is called while its owner exists.
  mutating func add(of owner: AnyObject, _ finder: @escaping Finder) {
    // Released owners are removed whenever the number may have doubled.
    if all.count >= 8, all.count.nonzeroBitCount == 1 { all.removeAll { $0.owner == nil } }
    all.append(OwnedFinder(owner: owner, find: finder))
    isEmpty = false
  }

  mutating func find(_ action: Action, _ found: inout [any StateCache]) {
    guard !isEmpty
    else { return }
    all.removeAll { $0.owner == nil }
    isEmpty = all.isEmpty
    for finder in all {
      if let owner = finder.owner { withExtendedLifetime(owner) { finder.find(action, &found) } }
    }
  }
}
