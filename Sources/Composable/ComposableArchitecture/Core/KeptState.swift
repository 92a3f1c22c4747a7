import Synchronization

/// Something that keeps a copy of a part of a store's state, to have it when the part has gone.
@MainActor
protocol StateKeeper: AnyObject {
  /// Who keeps the state that the action is for which the store is about to reduce.
  func keeperOfReduced() -> (any KeptState)?
}

/// A copy of a part of a store's state.
@MainActor
protocol KeptState: AnyObject {
  /// Lets go of the copy, if it is of this type: the state is about to be changed, and collections
  /// in it are not to be copied for that.
  ///
  /// - Returns: Whether there was a copy to let go of.
  func release(_ type: Any.Type) -> Bool

  /// Keeps a copy of the state as its reducer has left it, if it is of this type.
  ///
  /// - Returns: Whether a copy was wanted.
  func renew<Value>(_ value: Value) -> Bool
}

/// The copies of the states that the action is for that is being reduced.
///
/// The reducer of a child runs before its parent's, which may remove the child. So the child's copy
/// is let go of when its reducer begins, and made anew when that has ended: the store of a child
/// that has gone shows the last state that it had.
@usableFromInline
enum KeptStates {
  private static let isWanted = Atomic(false)

  // These belong to the thread that is reducing.
  nonisolated(unsafe) private static var reduced: [any KeptState] = []

  /// Whether there are any, perhaps of another store whose reducer sends to this one.
  static var areThere: Bool { isWanted.load(ordering: .relaxed) }

  @MainActor
  static func begin(_ states: [any KeptState]) -> [any KeptState] {
    defer { set(states) }
    return reduced
  }

  @MainActor
  static func end(_ outer: [any KeptState]) {
    set(outer)
  }

  @MainActor
  private static func set(_ states: [any KeptState]) {
    reduced = states
    isWanted.store(!states.isEmpty, ordering: .relaxed)
  }

  /// Runs the reducer of a child.
  @inlinable
  static func reducing<State, R>(_ state: inout State, _ reduce: (inout State) -> R) -> R {
    let isKept = release(State.self)
    defer { if isKept { renew(state) } }
    return reduce(&state)
  }

  @usableFromInline
  static func release(_ type: Any.Type) -> Bool {
    guard areThere, ObservationTransaction.isReducingHere
    else { return false }
    MainActor.assumeIsolated {
      // One at a time, as one is renewed when the reducer ends. More than one may keep the same
      // child, in scopes that are spelled differently: the others have their copies to fall back on.
      _ = reduced.first { $0.release(type) }
    }
    return true
  }

  @usableFromInline
  static func renew<State>(_ state: State) {
    let state = UncheckedSendable(state)
    MainActor.assumeIsolated {
      // The innermost comes first, as its reducer ends first.
      _ = reduced.last { $0.renew(state.value) }
    }
  }
}

/// The keepers of a root core.
struct StateKeepers {
  private struct Member {
    weak var keeper: (any StateKeeper)?
  }

  private var members: [Member] = []

  var isEmpty: Bool { members.isEmpty }

  mutating func add(_ keeper: any StateKeeper) {
    members.append(Member(keeper: keeper))
  }

  /// Those that keep the state which is about to be reduced, the innermost last.
  @MainActor
  mutating func keptOfReduced() -> [any KeptState] {
    var hasGone = false
    var states: [any KeptState] = []
    for member in members {
      guard let keeper = member.keeper
      else {
        hasGone = true
        continue
      }
      if let state = keeper.keeperOfReduced() { states.append(state) }
    }
    if hasGone { members.removeAll { $0.keeper == nil } }
    return states
  }
}
