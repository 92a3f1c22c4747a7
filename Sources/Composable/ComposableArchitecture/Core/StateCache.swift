import Synchronization

/// Something that keeps a copy of a part of a store's state, to have it when the part has gone.
@MainActor
protocol StateCache: AnyObject {
  /// Drops the copy, if it is of this type: the state is about to be changed, and collections in it
  /// are not to be copied for that.
  ///
  /// - Returns: Whether there was a copy to drop.
  func drop(_ type: Any.Type) -> Bool

  /// Keeps a copy of the state as its reducer has left it, if it is of this type.
  ///
  /// - Returns: Whether a copy was wanted.
  func update<Value>(_ value: Value) -> Bool
}

/// Something that has, or is, the cache of a part of a store's state.
@MainActor
protocol StateCacheProvider: AnyObject {
  /// The cache of the state that the action is for which the store is about to reduce.
  func cacheForReducedAction() -> (any StateCache)?
}

/// The caches of the states that the action is for that is being reduced.
///
/// The reducer of a child runs before its parent's, which may remove the child. So the child's copy
/// is dropped when its reducer begins, and made again when that has ended: the store of a child
/// that has gone shows the last state that it had.
@usableFromInline
enum StateCaches {
  private static let hasAny = Atomic(false)
  @MainActor private static var current: [any StateCache] = []

  /// Whether there are any, perhaps of another store whose reducer sends to this one.
  static var isEmpty: Bool { !hasAny.load(ordering: .relaxed) }

  /// Puts the caches for an action in force.
  ///
  /// - Returns: Those that were in force before, for ``end(_:)``.
  @MainActor
  static func begin(_ caches: [any StateCache]) -> [any StateCache] {
    defer { set(caches) }
    return current
  }

  @MainActor
  static func end(_ outer: [any StateCache]) {
    set(outer)
  }

  @MainActor
  private static func set(_ caches: [any StateCache]) {
    current = caches
    hasAny.store(!caches.isEmpty, ordering: .relaxed)
  }

  /// Runs the reducer of a child.
  @inlinable
  static func reducing<State, R>(_ state: inout State, _ reduce: (inout State) -> R) -> R {
    let isCached = drop(State.self)
    defer { if isCached { update(state) } }
    return reduce(&state)
  }

  @usableFromInline
  static func drop(_ type: Any.Type) -> Bool {
    guard !isEmpty, ObservationTransaction.isReducingHere
    else { return false }
    MainActor.assumeIsolated {
      // One at a time, as one is updated when the reducer ends. More than one may cache the same
      // child, in scopes that are spelled differently: the others have their copies to fall back
      // on.
      _ = current.first { $0.drop(type) }
    }
    return true
  }

  @usableFromInline
  static func update<State>(_ state: State) {
    let state = UncheckedSendable(state)
    MainActor.assumeIsolated {
      // The innermost comes first, as its reducer ends first.
      _ = current.last { $0.update(state.value) }
    }
  }
}

/// Those that provide the caches of a root core's state.
struct StateCacheProviders {
  private struct WeakProvider {
    weak var provider: (any StateCacheProvider)?
  }

  private var all: [WeakProvider] = []

  var isEmpty: Bool { all.isEmpty }

  mutating func add(_ provider: any StateCacheProvider) {
    all.append(WeakProvider(provider: provider))
  }

  /// The caches of the state which is about to be reduced, the innermost last.
  @MainActor
  mutating func cachesForReducedAction() -> [any StateCache] {
    var hasGone = false
    var caches: [any StateCache] = []
    for weak in all {
      guard let provider = weak.provider
      else {
        hasGone = true
        continue
      }
      if let cache = provider.cacheForReducedAction() { caches.append(cache) }
    }
    if hasGone { all.removeAll { $0.provider == nil } }
    return caches
  }
}
