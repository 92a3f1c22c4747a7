import POSIX

/// The values seen by a tracker, at one moment.
///
/// Taking one copies no collections: copies share their storage with the value until that changes.
package final class SharedSnapshot: Sendable {
  private let state: Mutex<State>

  private struct State: Sendable {
    var copies: [ObjectIdentifier: CoreCopy]
    /// The objects that represent parts of shared values.
    var objects: [PartPath: PartObject] = [:]
  }

  struct CoreCopy: Sendable {
    let core: ReferenceCore
    let value: ValueCopy
    let version: UInt64
  }

  private struct PartPath: Hashable, Sendable {
    let core: ObjectIdentifier
    let steps: [PathStep]
  }

  private final class PartObject: Sendable {}

  init(_ copies: [ObjectIdentifier: CoreCopy]) {
    state = Mutex(State(copies: copies))
  }

  /// An equal snapshot, for a test's expectation.
  package func copy() -> SharedSnapshot {
    SharedSnapshot(state.withLock(\.copies).mapValues(\.copy))
  }

  /// The identity of a part of a shared value while the snapshot exists, however often the part is
  /// derived.
  func identity<Value>(of reference: Reference<Value>) -> ObjectIdentifier {
    let path = PartPath(core: ObjectIdentifier(reference.core), steps: reference.path.map(\.step))
    return state.withLock { state in
      let object = state.objects[path] ?? PartObject()
      state.objects[path] = object
      return ObjectIdentifier(object)
    }
  }

  var all: [CoreCopy] {
    Array(state.withLock(\.copies).values)
  }

  func copy(of core: ReferenceCore) -> CoreCopy? {
    state.withLock { $0.copies[ObjectIdentifier(core)] }
  }

  /// The copy of a value, created if missing.
  func copy(of core: ReferenceCore, orElse make: () -> CoreCopy) -> CoreCopy {
    if let copy = copy(of: core) { return copy }
    let made = make()
    return state.withLock { state in
      let copy = state.copies[ObjectIdentifier(core)] ?? made
      state.copies[ObjectIdentifier(core)] = copy
      return copy
    }
  }
}

extension ReferenceCore {
  /// A copy of the current value.
  func copyOfValue() -> SharedSnapshot.CoreCopy {
    withAccess { lockedCopy() }
  }

  /// Runs an operation while no other thread changes the value.
  func withAccess<R>(_ operation: () -> R) -> R {
    access(operation) ?? operation()
  }

  /// A copy of the current value, within an access.
  func lockedCopy() -> SharedSnapshot.CoreCopy {
    SharedSnapshot.CoreCopy(core: self, value: copyValue(), version: version)
  }
}
