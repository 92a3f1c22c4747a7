import ConcurrencyExtras
public import Dependencies

/// The values of keys made with ``SharedReaderKey/inMemory(_:)``.
///
/// Two storages are equal when they are the same.
public struct InMemoryStorage: Hashable, Sendable {
  private let values = Values()

  /// An empty storage.
  public init() {}

  /// The shared value of a name, created if missing.
  func core<Value: Sendable>(
    of key: InMemoryKey<Value>, _ name: String, default first: () throws -> Value, site: SourceSite
  ) rethrows -> StoredCore<Value> {
    if let core: StoredCore<Value> = existing(name) { return core }
    // Made without the lock, because the default may itself be a shared value.
    let core = StoredCore(try first(), site: site, key: key)
    return values.byName.withLock { byName in
      let id = Name(name, Value.self)
      if let other = byName[id] as? StoredCore<Value> { return other }
      byName[id] = core
      return core
    }
  }

  func value<Value: Sendable>(_ name: String) -> Value? {
    let core: StoredCore<Value>? = existing(name)
    return core?.snapshot()?.value
  }

  func set<Value: Sendable>(_ value: Value, of key: InMemoryKey<Value>, _ name: String) {
    core(of: key, name, default: { value }, site: .unknown).replace(value)
  }

  private func existing<Value: Sendable>(_ name: String) -> StoredCore<Value>? {
    values.byName.withLock { $0[Name(name, Value.self)] } as? StoredCore<Value>
  }

  /// Whether both are the same storage.
  public static func == (lhs: Self, rhs: Self) -> Bool { lhs.values === rhs.values }

  /// Hashes the identity of the storage.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(values))
  }

  private final class Values: Sendable {
    let byName = LockIsolated<[Name: ReferenceCore]>([:])
  }

  private struct Name: Hashable {
    let name: String
    let type: ObjectIdentifier

    init(_ name: String, _ type: any Any.Type) {
      self.name = name
      self.type = ObjectIdentifier(type)
    }
  }
}

extension DependencyValues {
  /// The storage for values of `.inMemory` keys.
  ///
  /// Each test has its own storage.
  public var defaultInMemoryStorage: InMemoryStorage {
    get { self[DefaultInMemoryStorageKey.self] }
    set { self[DefaultInMemoryStorageKey.self] = newValue }
  }

  private enum DefaultInMemoryStorageKey: DependencyKey {
    static var liveValue: InMemoryStorage { InMemoryStorage() }
    static var testValue: InMemoryStorage { InMemoryStorage() }
  }
}
