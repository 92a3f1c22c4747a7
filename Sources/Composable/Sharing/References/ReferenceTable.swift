import ConcurrencyExtras
import Dependencies

/// The shared values that are tied to keys: one for each key.
///
/// A test has a table of its own, and so what one test shares cannot be seen in another. A value is
/// in the table for as long as somebody has it.
final class ReferenceTable: @unchecked Sendable {
  // Unchecked for the entries, which are used under the lock.
  private let lock = Lock()
  private var entries: [ID: Entry] = [:]

  private struct ID: Hashable {
    let key: AnyHashable
    let valueType: ObjectIdentifier
  }

  /// A class, because a dictionary of structures with a weak property is miscompiled without
  /// optimisation.
  private final class Entry {
    weak var core: ReferenceCore?
    let identity: ObjectIdentifier

    init(_ core: ReferenceCore) {
      self.core = core
      identity = ObjectIdentifier(core)
    }
  }

  /// The value of a key, which is loaded if nobody has it yet.
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
    let id = ID(key: AnyHashable(key.id), valueType: ObjectIdentifier(Key.Value.self))
    let known: StoredCore<Key.Value>? = lock.withLock { existing(id) }
    if let known, isCurrent(known, id) { return known }
    // Made without the lock, because the default may itself be a shared value.
    let core = StoredCore(try first(), site: site)
    let identity = ObjectIdentifier(core)
    core.tie(to: KeyPersistence(key, core: core)) { self.remove(id, identity: identity) }
    return lock.withLock {
      if let other: StoredCore<Key.Value> = existing(id), other !== known { return other }
      entries[id] = Entry(core)
      return core
    }
  }

  private func existing<Value>(_ id: ID) -> StoredCore<Value>? {
    entries[id]?.core as? StoredCore<Value>
  }

  /// Whether a value that was shared under this id still belongs to it. Its key may lead through a
  /// link, which now leads elsewhere.
  private func isCurrent<Value>(_ core: StoredCore<Value>, _ id: ID) -> Bool {
    core.persistence?.keyID == id.key
  }

  private func remove(_ id: ID, identity: ObjectIdentifier) {
    lock.withLock {
      if entries[id]?.identity == identity { entries[id] = nil }
    }
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

/// The shared value of a key, in the table that is in force here.
func reference<Key: SharedReaderKey>(
  _ key: Key, default first: () throws -> Key.Value, loads: Bool = true, site: SourceSite
) rethrows -> Reference<Key.Value> {
  @Dependency(\.sharedReferences) var references
  return try references.reference(key, default: first, loads: loads, site: site)
}
