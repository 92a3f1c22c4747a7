import ConcurrencyExtras
import Dependencies
import POSIX

/// The shared values that are tied to keys: one for each key.
///
/// Each test has its own table, so that tests don't share values. A value is in the table for as
/// long as it is in use.
final class ReferenceTable: Sendable {
  private let references = Mutex<[SharedKeyID: WeakReference<ReferenceCore>]>([:])

  private struct SharedKeyID: Hashable, Sendable {
    // Unchecked, because ids of keys are values that are never changed.
    let key: UncheckedSendable<AnyHashable>
    let valueType: ObjectIdentifier
  }

  /// The value of a key, which is loaded if it is not in use yet.
  ///
  /// - Parameter loads: Whether it is loaded then; if not, the caller has done so or is about to.
  func reference<Key: SharedReaderKey>(
    _ key: Key, default first: () throws -> Key.Value, loads: Bool, site: SourceSite
  ) rethrows -> Reference<Key.Value> {
    let core = try core(key, default: first, site: site)
    core.persistence?.start(loads: loads)
    return RootReference(core)
  }

  private func core<Key: SharedReaderKey>(
    _ key: Key, default first: () throws -> Key.Value, site: SourceSite
  ) rethrows -> StoredCore<Key.Value> {
    let id = SharedKeyID(
      key: UncheckedSendable(AnyHashable(key.id)), valueType: ObjectIdentifier(Key.Value.self))
    let known: StoredCore<Key.Value>? = existing(id)
    if let known, isCurrent(known, id) { return known }
    // Made without the lock, because the default may itself be a shared value.
    let core = StoredCore(try first(), site: site)
    core.tie(to: KeyPersistence(key, core: core)) { self.remove(id) }
    return references.withLock { references in
      let existing = references[id]?.object as? StoredCore<Key.Value>
      if let existing, existing !== known { return existing }
      references[id] = WeakReference(core)
      return core
    }
  }

  private func existing<Value>(_ id: SharedKeyID) -> StoredCore<Value>? {
    references.withLock { $0[id]?.object } as? StoredCore<Value>
  }

  /// Whether a value that was shared under this id still belongs to it. Its key may lead through a
  /// link, which now leads elsewhere.
  private func isCurrent<Value>(_ core: StoredCore<Value>, _ id: SharedKeyID) -> Bool {
    core.persistence?.keyID == id.key.value
  }

  /// Removes a released value, unless another has replaced it.
  private func remove(_ id: SharedKeyID) {
    // The other may be released just now, after the lock: its deinitializer calls this, too.
    let other = references.withLock { references in
      let other = references[id]?.object
      if other == nil { references[id] = nil }
      return other
    }
    withExtendedLifetime(other) {}
  }
}

extension DependencyValues {
  var sharedReferences: ReferenceTable {
    get { self[ReferenceTableKey.self] }
    set { self[ReferenceTableKey.self] = newValue }
  }

  private enum ReferenceTableKey: DependencyKey {
    static var liveValue: ReferenceTable { ReferenceTable() }
    static var testValue: ReferenceTable { ReferenceTable() }
  }
}

/// The shared value of a key, in the current table.
func reference<Key: SharedReaderKey>(
  _ key: Key, default first: () throws -> Key.Value, loads: Bool = true, site: SourceSite
) rethrows -> Reference<Key.Value> {
  // The storage has these values as they are shared, and no second time.
  if Key.self == InMemoryKey<Key.Value>.self, let key = key as? InMemoryKey<Key.Value> {
    return try key.reference(default: first, site: site)
  }
  if Key.self == InMemoryKey<Key.Value>.Default.self,
    let key = key as? InMemoryKey<Key.Value>.Default
  {
    return try key.base.reference(default: first, site: site)
  }
  @Dependency(\.sharedReferences) var references
  return try references.reference(key, default: first, loads: loads, site: site)
}
