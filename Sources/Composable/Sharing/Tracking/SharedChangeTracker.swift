import ConcurrencyExtras

/// Notes which shared values are changed in its scope, so that a test can be held to assert every
/// change.
///
/// A tracked value has an *asserted* picture: what it held before the first change that is not
/// asserted. A test asserts a step in three moves:
///
/// 1. When the step has been made, ``freeze()`` keeps what the values hold right then.
/// 2. ``asserting(_:_:)`` runs the test's closure on an ``expectation()``: the asserted values,
///    which the closure changes by the ordinary means, `withLock` and all.
/// 3. ``comparing(_:with:_:)`` compares and describes the two, and ``settle(_:with:)`` counts as
///    asserted what agrees.
package final class SharedChangeTracker: @unchecked Sendable {
  // Unchecked for the pictures, which are used under the lock. Where both locks are needed, a
  // core's comes first.
  private let lock = Lock()
  private var asserted: [ObjectIdentifier: SharedSnapshot.Picture] = [:]

  /// Makes a tracker that has seen no changes.
  package init() {
    TrackingScope.addTracker()
  }

  deinit {
    TrackingScope.removeTracker()
  }

  // MARK: - Tracking

  /// Notes changes that an operation makes, and those that the tasks make that it starts.
  package func track<R>(_ operation: () throws -> R) rethrows -> R {
    try TrackingScope.tracking(self).withValue(operation)
  }

  /// Notes changes that an operation makes, and those that the tasks make that it starts.
  package func track<R>(
    isolation: isolated (any Actor)? = #isolation, _ operation: () async throws -> R
  ) async rethrows -> R {
    try await TrackingScope.tracking(self).withValue(operation)
  }

  /// Keeps a picture of a value that is about to be changed. The lock of the core is held.
  func willChange(_ core: ReferenceCore) {
    let isKnown = lock.withLock { asserted[ObjectIdentifier(core)] != nil }
    guard !isKnown
    else { return }
    let picture = core.lockedPicture()
    core.tracker = self
    lock.withLock { asserted[ObjectIdentifier(core)] = picture }
  }

  // MARK: - Snapshots

  /// What the values hold now that have been changed and not asserted yet.
  package func freeze() -> SharedSnapshot {
    SharedSnapshot(assertedPictures.mapValues { $0.core.picture() })
  }

  /// What the values held when they were last asserted, for a test to change into what it expects.
  ///
  /// Each call makes one that is independent of the others.
  package func expectation() -> SharedSnapshot {
    SharedSnapshot(assertedPictures.mapValues(\.copy))
  }

  private var assertedPictures: [ObjectIdentifier: SharedSnapshot.Picture] {
    lock.withLock { asserted }
  }

  /// What a value held at the time of a snapshot. One that was changed for the first time later on
  /// held then what it held before that change; one that has not been changed holds it still.
  func picture(of core: ReferenceCore, in snapshot: SharedSnapshot) -> ValuePicture {
    snapshot.picture(of: core) {
      lock.withLock { asserted[ObjectIdentifier(core)] }?.copy ?? core.picture()
    }.value
  }

  // MARK: - Asserting

  /// Has reads and changes of shared values work on a snapshot while an operation runs.
  ///
  /// No observer is told of such changes, and no key saves them.
  package func asserting<R>(
    _ expected: SharedSnapshot, _ operation: () throws -> R
  ) rethrows -> R {
    try TrackingScope.asserting(self, expected).withValue(operation)
  }

  /// Has `==` and `diff` of shared values compare two snapshots while an operation runs: what is on
  /// the left holds the expected values, what is on the right the actual ones.
  ///
  /// Other reads see the actual values.
  package func comparing<R>(
    _ expected: SharedSnapshot, with actual: SharedSnapshot, _ operation: () throws -> R
  ) rethrows -> R {
    try TrackingScope.comparing(self, expected: expected, actual: actual).withValue(operation)
  }

  /// The values of which the two snapshots differ, be they part of any state or not.
  package func differences(
    between expected: SharedSnapshot, and actual: SharedSnapshot
  ) -> [SharedChange] {
    changes(of: expected.all.map(\.core) + actual.all.map(\.core)) { core in
      (
        picture(of: core, in: expected), picture(of: core, in: actual),
        mayDiffer: true
      )
    }
  }

  /// Counts the values of which both snapshots agree as asserted up to there. The others stay as
  /// they are.
  package func settle(_ expected: SharedSnapshot, with actual: SharedSnapshot) {
    let differing = Set(
      differences(between: expected, and: actual).map { ObjectIdentifier($0.core) })
    settle(actual.all.filter { !differing.contains(ObjectIdentifier($0.core)) })
  }

  /// Counts all values as asserted up to a snapshot.
  package func settle(upTo actual: SharedSnapshot) {
    settle(actual.all)
  }

  func settle(_ pictures: [SharedSnapshot.Picture]) {
    for picture in pictures {
      // A change that is under way has been noted, and not been counted yet.
      let old = picture.core.whileUnchanged { lock.withLock { settle(picture) } }
      // What is let go of ends after the locks are left.
      withExtendedLifetime(old) {}
    }
  }

  private func settle(_ picture: SharedSnapshot.Picture) -> SharedSnapshot.Picture? {
    let id = ObjectIdentifier(picture.core)
    guard let known = asserted[id]
    else { return nil }
    asserted[id] = picture.core.version == picture.version ? nil : picture.copy
    return known
  }

  // MARK: - Changes that are not asserted

  /// The changes that are not asserted, with what the values hold now.
  package var unassertedChanges: [SharedChange] {
    changes(of: assertedPictures.values.map(\.core)) { core in
      guard let before = lock.withLock({ asserted[ObjectIdentifier(core)] })
      else { return nil }
      let now = core.picture()
      return (before.value, now.value, mayDiffer: before.version != now.version)
    }
  }

  /// Whether there are changes that are not asserted.
  package var hasUnassertedChanges: Bool { !unassertedChanges.isEmpty }

  /// Forgets the changes that are not asserted.
  package func skipChanges() {
    // What is let go of ends after the lock is left.
    let old = lock.withLock {
      defer { asserted = [:] }
      return asserted
    }
    withExtendedLifetime(old) {}
  }

  func assertedPicture(of core: ReferenceCore) -> SharedSnapshot.Picture? {
    lock.withLock { asserted[ObjectIdentifier(core)] }
  }

  func skipChanges(of core: ReferenceCore) {
    let old = lock.withLock { asserted.removeValue(forKey: ObjectIdentifier(core)) }
    withExtendedLifetime(old) {}
  }

  func setAsserted(_ picture: SharedSnapshot.Picture) {
    let old = lock.withLock {
      asserted.updateValue(picture, forKey: ObjectIdentifier(picture.core))
    }
    withExtendedLifetime(old) {}
  }

  private func changes(
    of cores: [ReferenceCore],
    _ pictures: (ReferenceCore) -> (before: ValuePicture, after: ValuePicture, mayDiffer: Bool)?
  ) -> [SharedChange] {
    var seen: Set<ObjectIdentifier> = []
    return cores.compactMap { core in
      guard seen.insert(ObjectIdentifier(core)).inserted,
        let (before, after, mayDiffer) = pictures(core)
      else { return nil }
      return SharedChange(core: core, before: before, after: after, mayDiffer: mayDiffer)
    }
    .sorted { $0.order < $1.order }
  }
}
