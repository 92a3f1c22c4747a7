import POSIX

/// The values of dependencies that nothing overrides: each computed once and then kept.
///
/// One cache exists for the process and one for each test.
final class DependencyCache: Sendable {
  /// The cache of everything that does not run in a test.
  static let ofProcess = DependencyCache()

  private struct State {
    var base: Overrides
    var boxes: [UInt: AnyDependencyBox] = [:]
    var preparations: [UInt: UInt64] = [:]
    var preparedContext: DependencyContext?
    var touchedValues: [UInt: TouchedValue] = [:]
  }

  // Values are released after the lock: their deinitializers may read dependencies.
  private let state: Mutex<State>

  init(base: Overrides = Overrides()) {
    state = Mutex(State(base: base))
  }

  /// Overrides of the cache itself: those of a test's traits. Values are computed with these
  /// overrides only, because a value outlives the scope of its first reader.
  var base: Overrides {
    get { state.withLock { $0.base } }
    set {
      let old = state.withLock { state in
        defer { state.base = newValue }
        return state.base
      }
      withExtendedLifetime(old) {}
    }
  }

  subscript(id: UInt) -> AnyDependencyBox? {
    state.withLock { $0.boxes[id] }
  }

  func set(_ box: AnyDependencyBox, for id: UInt) {
    let old = state.withLock { $0.boxes.updateValue(box, forKey: id) }
    withExtendedLifetime(old) {}
  }

  /// Sets a value ahead of its first use, in the call of `prepareDependencies` with a number.
  ///
  /// - Parameter replacesRead: Whether a value that was read is replaced.
  /// - Returns: `false`, having done nothing, when the value is in use already or was prepared by
  ///   an earlier call.
  func prepare(
    _ box: AnyDependencyBox, for id: UInt, by preparation: UInt64,
    replacingRead replacesRead: Bool
  ) -> Bool {
    let (isSet, oldBox, touched) = state.withLock {
      state -> (Bool, AnyDependencyBox?, TouchedValue?) in
      let earlier = state.preparations[id]
      let isReplaceable = earlier == preparation || replacesRead && earlier == nil
      guard isReplaceable || state.boxes[id] == nil
      else { return (false, nil, nil) }
      state.preparations[id] = preparation
      return (
        true, state.boxes.updateValue(box, forKey: id),
        state.touchedValues.removeValue(forKey: id)
      )
    }
    withExtendedLifetime((oldBox, touched)) {}
    return isSet
  }

  /// The context that `prepareDependencies` has set, if it has.
  var preparedContext: DependencyContext? { state.withLock { $0.preparedContext } }

  /// Sets the context before its first use, in the call of `prepareDependencies` with a number, and
  /// moves the values that the same call prepared for another context. Returns `false` without an
  /// effect if an earlier call prepared it.
  func prepare(_ context: DependencyContext, by preparation: UInt64) -> Bool {
    state.withLock { state in
      let known = state.preparations[Self.contextID]
      if state.preparedContext != nil, known != preparation { return false }
      for (id, other) in state.preparations where other == preparation && id != Self.contextID {
        let newID = id & ~3 | context.tag
        guard state.boxes[newID] == nil, let box = state.boxes[id]
        else { continue }
        state.preparations[newID] = preparation
        state.boxes[newID] = box
      }
      state.preparations[Self.contextID] = preparation
      state.preparedContext = context
      return true
    }
  }

  /// No key's.
  private static let contextID = UInt.max

  /// A value that was made to be changed, and was not read yet.
  func touched(_ id: UInt) -> TouchedValue? {
    state.withLock { $0.touchedValues[id] }
  }

  /// Keeps a value that was made to be changed until it is read.
  func touch(_ value: TouchedValue, for id: UInt) {
    state.withLock { $0.touchedValues[id] = value }
  }

  /// Removes and returns a value created for a change, for its first reader.
  func takeTouched(_ id: UInt) -> TouchedValue? {
    state.withLock { $0.touchedValues.removeValue(forKey: id) }
  }
}
