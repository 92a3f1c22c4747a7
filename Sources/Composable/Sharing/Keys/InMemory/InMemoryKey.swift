import Dependencies

/// A key that keeps its value in memory, under a name, until the program ends.
public struct InMemoryKey<Value: Sendable>: SharedKey {
  private let name: String
  private let storage: InMemoryStorage

  init(_ name: String) {
    @Dependency(\.defaultInMemoryStorage) var storage
    self.name = name
    self.storage = storage
  }

  /// The name and the storage.
  public var id: InMemoryKeyID { InMemoryKeyID(name: name, storage: storage) }

  /// The shared value of the storage.
  func reference(default first: () throws -> Value, site: SourceSite) rethrows -> Reference<Value> {
    RootReference(try storage.core(of: self, name, default: first, site: site))
  }

  /// Returns the storage's value for the name; the first requested value if there is none.
  public func load(context: LoadContext<Value>, continuation: LoadContinuation<Value>) {
    if case .initialValue(let value) = context {
      let core = storage.core(of: self, name, default: { value }, site: .unknown)
      continuation.resume(with: .success(core.snapshot()?.value))
    } else {
      continuation.resume(with: .success(storage.value(name)))
    }
  }

  /// Subscribes to nothing: shared values with one key are one value.
  public func subscribe(
    context: LoadContext<Value>, subscriber: SharedSubscriber<Value>
  ) -> SharedSubscription {
    .empty
  }

  /// Puts a value into the storage.
  public func save(_ value: Value, context: SaveContext, continuation: SaveContinuation) {
    storage.set(value, of: self, name)
    continuation.resume()
  }
}

extension SharedReaderKey {
  /// Keeps the value in memory, under a name, until the program ends.
  ///
  /// ```swift
  /// @Shared(.inMemory("visits")) var visits = 0
  /// ```
  ///
  /// The first property sets the value to its default. The value outlives its properties. Each test
  /// has its own storage.
  ///
  /// - Parameter name: The name, which may be used once for each type of value.
  public static func inMemory<Value>(_ name: String) -> Self where Self == InMemoryKey<Value> {
    InMemoryKey(name)
  }
}

/// Identifies an ``InMemoryKey``.
public struct InMemoryKeyID: Hashable, Sendable {
  let name: String
  let storage: InMemoryStorage
}

extension InMemoryKey: CustomStringConvertible {
  /// The key as in source code: `.inMemory("name")`.
  public var description: String { ".inMemory(\(String(reflecting: name)))" }
}
