import ConcurrencyExtras
public import Dependencies

/// The values behind the keys that are made with ``SharedReaderKey/inMemory(_:)``.
///
/// Two storages are equal when they are the same.
public struct InMemoryStorage: Hashable, Sendable {
  private let values = Values()

  /// An empty storage.
  public init() {}

  func value<Value: Sendable>(_ name: String) -> Value? {
    values.byName.withLock { $0[Name(name, Value.self)] } as? Value
  }

  func set<Value: Sendable>(_ value: Value, _ name: String) {
    // The old value ends after the lock is left: what it does then may lead back here.
    let old = values.byName.withLock { $0.updateValue(value, forKey: Name(name, Value.self)) }
    withExtendedLifetime(old) {}
  }

  /// Whether both are the same storage.
  public static func == (lhs: Self, rhs: Self) -> Bool { lhs.values === rhs.values }

  /// Hashes the identity of the storage.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(values))
  }

  private final class Values: Sendable {
    let byName = LockIsolated<[Name: any Sendable]>([:])
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
  /// Where the values of keys that are made with `.inMemory` are kept.
  ///
  /// Every test has a storage of its own.
  public var defaultInMemoryStorage: InMemoryStorage {
    get { self[DefaultInMemoryStorageKey.self] }
    set { self[DefaultInMemoryStorageKey.self] = newValue }
  }

  private enum DefaultInMemoryStorageKey: DependencyKey {
    static var liveValue: InMemoryStorage { InMemoryStorage() }
    static var testValue: InMemoryStorage { InMemoryStorage() }
  }
}
