import POSIX

/// Notes which shared values are changed in its scope, so that a test can be held to assert every
/// change.
///
/// A tracked value has an *asserted* copy: its value before the first unasserted change. A test
/// asserts a step in three moves:
///
/// 1. After the step, ``freeze()`` keeps the current values.
/// 2. ``asserting(_:_:)`` runs the test's closure on an ``expectation()``: the asserted values,
///    which the closure changes by the ordinary means, `withLock` and all.
/// 3. ``comparing(_:with:_:)`` compares and describes the two, and ``markAsserted(_:matching:)``
///    counts as asserted what agrees.
package final class SharedChangeTracker: Sendable {
  // If both locks are needed, a core's comes first.
  private let asserted = Mutex<[ObjectIdentifier: SharedSnapshot.CoreCopy]>([:])

  /// Makes a tracker that has seen no changes.
  package init() {
    TrackingScope.addTracker()
  }

  deinit {
    TrackingScope.removeTracker()
  }

  // MARK: - Tracking

  /// The tracker that notes the changes of the current task.
  package static var current: SharedChangeTracker? {
    guard case .tracking(let tracker) = TrackingScope.current
    else { return nil }
    return tracker
  }

  /// Notes the changes by an operation and its tasks.
  package func track<R>(_ operation: () throws -> R) rethrows -> R {
    try TrackingScope.tracking(self).withValue(operation)
  }

  /// Notes the changes by an operation and its tasks.
  package func track<R>(
    isolation: isolated (any Actor)? = #isolation, _ operation: () async throws -> R
  ) async rethrows -> R {
    try await TrackingScope.tracking(self).withValue(operation)
  }

  /// Keeps a copy of a value that is about to be changed. The lock of the core is held.
  func willChange(_ core: ReferenceCore) {
    let isKnown = asserted.withLock { $0[ObjectIdentifier(core)] != nil }
    guard !isKnown
    else { return }
    let copy = core.lockedCopy()
    core.tracker = self
    asserted.withLock { $0[ObjectIdentifier(core)] = copy }
  }

  // MARK: - Snapshots

  /// The current values that changed and were not asserted yet.
  package func freeze() -> SharedSnapshot {
    SharedSnapshot(assertedCopies.mapValues { $0.core.copyOfValue() })
  }

  /// The values when they were last asserted, for a test's expectation.
  ///
  /// Each call makes an independent one.
  package func expectation() -> SharedSnapshot {
    SharedSnapshot(assertedCopies.mapValues(\.copy))
  }

  private var assertedCopies: [ObjectIdentifier: SharedSnapshot.CoreCopy] {
    asserted.withLock { $0 }
  }

  /// A value at the time of a snapshot. If it first changed later, that is its value before that
  /// change; if it never changed, its current value.
  func copy(of core: ReferenceCore, in snapshot: SharedSnapshot) -> ValueCopy {
    snapshot.copy(of: core) {
      asserted.withLock { $0[ObjectIdentifier(core)] }?.copy ?? core.copyOfValue()
    }.value
  }

  // MARK: - Asserting

  /// Makes reads and changes of shared values work on a snapshot while an operation runs.
  ///
  /// Such changes notify no observers and save no keys.
  package func asserting<R>(
    _ expected: SharedSnapshot, _ operation: () throws -> R
  ) rethrows -> R {
    try TrackingScope.asserting(self, expected).withValue(operation)
  }

  /// Runs an operation in which `==` and `diff` of shared values compare two snapshots: expected
  /// values on the left, actual ones on the right.
  ///
  /// Other reads see the actual values.
  package func comparing<R>(
    _ expected: SharedSnapshot, with actual: SharedSnapshot, _ operation: () throws -> R
  ) rethrows -> R {
    try TrackingScope.comparing(self, expected: expected, actual: actual).withValue(operation)
  }

  /// The values that differ in two snapshots, inside or outside of a state.
  package func differences(
    between expected: SharedSnapshot, and actual: SharedSnapshot
  ) -> [SharedChange] {
    changes(of: expected.all.map(\.core) + actual.all.map(\.core)) { core in
      (
        copy(of: core, in: expected), copy(of: core, in: actual),
        mayDiffer: true
      )
    }
  }

  /// Marks values that are equal in both snapshots as asserted. The others stay unasserted.
  package func markAsserted(_ expected: SharedSnapshot, matching actual: SharedSnapshot) {
    let differing = Set(
      differences(between: expected, and: actual).map { ObjectIdentifier($0.core) })
    markAsserted(actual.all.filter { !differing.contains(ObjectIdentifier($0.core)) })
  }

  /// Counts all values as asserted up to a snapshot.
  package func markAsserted(upTo actual: SharedSnapshot) {
    markAsserted(actual.all)
  }

  func markAsserted(_ copies: [SharedSnapshot.CoreCopy]) {
    for copy in copies {
      // A change in progress was noted, but not counted yet.
      let old = copy.core.withAccess { asserted.withLock { Self.markAsserted(copy, in: &$0) } }
      // The replaced values are released after the locks.
      withExtendedLifetime(old) {}
    }
  }

  private static func markAsserted(
    _ copy: SharedSnapshot.CoreCopy,
    in asserted: inout [ObjectIdentifier: SharedSnapshot.CoreCopy]
  ) -> SharedSnapshot.CoreCopy? {
    let id = ObjectIdentifier(copy.core)
    guard let known = asserted[id]
    else { return nil }
    asserted[id] = copy.core.version == copy.version ? nil : copy.copy
    return known
  }

  // MARK: - Changes that are not asserted

  /// The unasserted changes, with the current values.
  package var unassertedChanges: [SharedChange] {
    changes(of: assertedCopies.values.map(\.core)) { core in
      guard let before = asserted.withLock({ $0[ObjectIdentifier(core)] })
      else { return nil }
      let now = core.copyOfValue()
      return (before.value, now.value, mayDiffer: before.version != now.version)
    }
  }

  /// Whether there are unasserted changes. Each `withLock` is one, even if it leaves the value
  /// unchanged.
  package var hasUnassertedChanges: Bool {
    assertedCopies.values.contains { $0.version != $0.core.version }
  }

  /// Drops the unasserted changes.
  package func skipChanges() {
    // The replaced value is released after the lock.
    let old = asserted.withLock { asserted in
      defer { asserted = [:] }
      return asserted
    }
    withExtendedLifetime(old) {}
  }

  func assertedCopy(of core: ReferenceCore) -> SharedSnapshot.CoreCopy? {
    asserted.withLock { $0[ObjectIdentifier(core)] }
  }

  func skipChanges(of core: ReferenceCore) {
    let old = asserted.withLock { $0.removeValue(forKey: ObjectIdentifier(core)) }
    withExtendedLifetime(old) {}
  }

  func setAsserted(_ copy: SharedSnapshot.CoreCopy) {
    let old = asserted.withLock {
      $0.updateValue(copy, forKey: ObjectIdentifier(copy.core))
    }
    withExtendedLifetime(old) {}
  }

  private func changes(
    of cores: [ReferenceCore],
    _ copies: (ReferenceCore) -> (before: ValueCopy, after: ValueCopy, mayDiffer: Bool)?
  ) -> [SharedChange] {
    var seen: Set<ObjectIdentifier> = []
    return cores.compactMap { core in
      guard seen.insert(ObjectIdentifier(core)).inserted,
        let (before, after, mayDiffer) = copies(core)
      else { return nil }
      return SharedChange(core: core, before: before, after: after, mayDiffer: mayDiffer)
    }
    .sorted { $0.order < $1.order }
  }
}
