import ConcurrencyExtras
import IssueReporting
import POSIX

/// The work of one store that can be canceled by id.
final class EffectRegistry: Sendable {
  /// The registry of the store whose effect is running.
  static var current: EffectRegistry { inForce ?? outsideOfStores }

  @TaskLocal static var inForce: EffectRegistry?
  private static let outsideOfStores = EffectRegistry()

  /// The registries of the stores that there are, as far as something was registered there.
  private static let all = LockIsolated<[ObjectIdentifier: RegisteredStore]>([:])

  private struct RegisteredStore {
    weak var registry: EffectRegistry?
    /// The test that the store belongs to. Tests that run side by side use the same ids.
    let test: TestContext?
  }

  /// Cancels the work with an id: in the current effect's store or, outside of effects, in all
  /// stores.
  static func cancel(_ id: EffectID) {
    if let inForce { return inForce.cancel(id) }
    outsideOfStores.cancel(id)
    let test = TestContext.current
    // Stores are released outside of the lock: the last of them releases its registry.
    for store in all.value.values where store.test == test { store.registry?.cancel(id) }
  }

  private func join() {
    let store = RegisteredStore(registry: self, test: .current)
    Self.all.withValue { $0[ObjectIdentifier(self)] = store }
  }

  deinit {
    guard work.withLock({ $0.isRegistered })
    else { return }
    Self.all.withValue { _ = $0.removeValue(forKey: ObjectIdentifier(self)) }
  }

  private let work = Mutex(RegisteredWork())

  private struct RegisteredWork {
    /// Whether the store is in the list of stores with cancellable work.
    var isRegistered = false
    var tokens: [EffectID: RegisteredTokens] = [:]
    var objects: [SharedID: any RegistryObject] = [:]
    var objectLimit = 16

    /// Removes unused objects, whenever their number has doubled.
    mutating func removeUnusedObjects() -> [any RegistryObject] {
      guard objects.count >= objectLimit
      else { return [] }
      let unused = objects.filter { $0.value.isUnused }
      for id in unused.keys { objects[id] = nil }
      objectLimit = max(16, objects.count * 2)
      return Array(unused.values)
    }
  }

  private struct SharedID: Hashable {
    let type: ObjectIdentifier
    let id: EffectID
  }

  /// Makes work cancellable by its id, in the feature that created it and in the features around
  /// it.
  func register(_ token: EffectToken, under id: EffectID, cancelInFlight: Bool) {
    let (previous, isFirst) = work.withLock { work in
      let previous = cancelInFlight ? work.tokens.removeValue(forKey: id)?.all : nil
      for id in id.reach { work.tokens[id, default: RegisteredTokens()].all.append(token) }
      defer { work.isRegistered = true }
      return (previous, !work.isRegistered)
    }
    if isFirst, self !== Self.outsideOfStores { join() }
    for token in previous ?? [] { token.cancel() }
  }

  /// Removes finished work, after notifying its token.
  func unregister(_ token: EffectToken, under id: EffectID) {
    let removed = work.withLock { work in
      id.reach.flatMap { id -> [EffectToken] in
        let removed = work.tokens[id]?.noteEnd() ?? []
        if work.tokens[id]?.all.isEmpty == true { work.tokens[id] = nil }
        return removed
      }
    }
    // Their contents are released after the lock.
    withExtendedLifetime(removed) {}
  }

  func cancel(_ id: EffectID) {
    let cancelled = work.withLock { $0.tokens.removeValue(forKey: id) }
    for token in cancelled?.all ?? [] { token.cancel() }
  }

  func cancel(where predicate: (EffectID) -> Bool) {
    let cancelled = work.withLock { work in
      let ids = work.tokens.keys.filter(predicate)
      return ids.flatMap { work.tokens.removeValue(forKey: $0)?.all ?? [] }
    }
    for token in cancelled { token.cancel() }
  }

  /// The object shared by effects with an id, created on first use. The caller notifies it after
  /// the last use.
  func shared<Object: RegistryObject>(_ id: EffectID, _ make: () -> Object) -> Object {
    let (object, unused) = work.withLock { work in
      let id = SharedID(type: ObjectIdentifier(Object.self), id: id)
      if let object = work.objects[id] as? Object {
        object.enter()
        return (object, [any RegistryObject]())
      }
      let unused = work.removeUnusedObjects()
      let object = make()
      object.enter()
      work.objects[id] = object
      return (object, unused)
    }
    // Their contents are released after the lock.
    withExtendedLifetime(unused) {}
    return object
  }
}

/// The work under an id, in the order in which it was begun.
private struct RegisteredTokens {
  var all: [EffectToken] = []
  private var endedCount = 0

  /// Notes that the work of a token has ended. Ended tokens are removed once they are half of all
  /// tokens, for constant time on average.
  ///
  /// - Returns: The removed tokens.
  mutating func noteEnd() -> [EffectToken] {
    endedCount += 1
    guard endedCount * 2 >= all.count
    else { return [] }
    let removed = all
    all.removeAll(where: \.hasEnded)
    endedCount = 0
    return removed
  }
}

/// The state shared by effects with an id.
protocol RegistryObject: AnyObject, Sendable {
  /// Whether it equals a new one.
  var isUnused: Bool { get }

  /// Someone uses the object from now on.
  func enter()
}
