/// Shows a removable part of another core's state; once removed, its last value.
///
/// The first read after an action copies the part. ``StateCaches`` drops the copy while the part's
/// own reducer runs.
@MainActor
class PartCore<State, Action>: Core<State, Action>, StateCache {
  private let rootCore: AnyRootCore
  private var last: State?
  /// The number of actions reduced when `last` was read.
  private var reductionCount: UInt64

  init(root: AnyRootCore, state: State) {
    rootCore = root
    last = state
    reductionCount = root.reductionCount
  }

  /// Calls a closure with the part, or returns `nil` if it was removed.
  func find<R>(
    isObserved: Bool, _ body: (UnsafePointer<State>) throws -> R
  ) rethrows -> R? {
    preconditionFailure("PartCore is abstract")
  }

  final override var root: AnyRootCore { rootCore }

  final override func withState<R>(
    isObserved: Bool, _ body: (UnsafePointer<State>) throws -> R
  ) rethrows -> R {
    let result = try find(isObserved: isObserved) { state in
      if reductionCount != rootCore.reductionCount, !rootCore.isReducing {
        reductionCount = rootCore.reductionCount
        last = state.pointee
      }
      return try body(state)
    }
    if let result { return result }
    guard let last
    else { preconditionFailure("A copy is kept of each part that goes.") }
    return try withUnsafePointer(to: last, body)
  }

  final func drop(_ type: Any.Type) -> Bool {
    guard type == State.self, last != nil
    else { return false }
    last = nil
    return true
  }

  final func update<Value>(_ value: Value) {
    // It is, as a copy of that type was dropped.
    last = value as? State
  }

  final override var cache: (any StateCache)? { self }
}
