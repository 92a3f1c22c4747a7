import ConcurrencyExtras
import IssueReporting

/// The work of one store that can be cancelled by id.
final class EffectRegistry: @unchecked Sendable {
  /// The registry of the store whose effect is running.
  static var current: EffectRegistry { inForce ?? outsideOfStores }

  @TaskLocal static var inForce: EffectRegistry?
  private static let outsideOfStores = EffectRegistry()

  /// The registries of the stores that there are, as far as something was registered there.
  private static let all = LockIsolated<[ObjectIdentifier: Member]>([:])

  private struct Member {
    weak var registry: EffectRegistry?
    /// The test that the store belongs to. Tests that run side by side use the same ids.
    let test: TestContext?
  }

  /// Cancels the work under an id: in the store whose effect asks for it, or else in all stores.
  static func cancel(_ id: EffectID) {
    if let inForce { return inForce.cancel(id) }
    outsideOfStores.cancel(id)
    let test = TestContext.current
    // The members are let go of outside of the lock: with the last of a store goes its registry.
    for member in all.value.values where member.test == test { member.registry?.cancel(id) }
  }

  private func join() {
    let member = Member(registry: self, test: .current)
    Self.all.withValue { $0[ObjectIdentifier(self)] = member }
  }

  deinit {
    guard isMember
    else { return }
    Self.all.withValue { _ = $0.removeValue(forKey: ObjectIdentifier(self)) }
  }

  private let lock = Lock()
  private var isMember = false
  private var tokens: [EffectID: [EffectToken]] = [:]
  private var objects: [SharedID: any RegistryObject] = [:]
  private var objectLimit = 16

  private struct SharedID: Hashable {
    let type: ObjectIdentifier
    let id: EffectID
  }

  /// Makes work cancellable by its id: from the place where it was described, and by the same id
  /// from the features around.
  func register(_ token: EffectToken, under id: EffectID, cancelInFlight: Bool) {
    let (previous, isFirst) = lock.withLock {
      let previous = cancelInFlight ? tokens.removeValue(forKey: id) : nil
      for id in id.reach { tokens[id, default: []].append(token) }
      defer { isMember = true }
      return (previous, !isMember)
    }
    if isFirst, self !== Self.outsideOfStores { join() }
    for token in previous ?? [] { token.cancel() }
  }

  func unregister(_ token: EffectToken, under id: EffectID) {
    lock.withLock {
      for id in id.reach {
        tokens[id]?.removeAll { $0 === token }
        if tokens[id]?.isEmpty == true { tokens[id] = nil }
      }
    }
  }

  func cancel(_ id: EffectID) {
    let cancelled = lock.withLock { tokens.removeValue(forKey: id) }
    for token in cancelled ?? [] { token.cancel() }
  }

  func cancel(where predicate: (EffectID) -> Bool) {
    let cancelled = lock.withLock {
      let ids = tokens.keys.filter(predicate)
      return ids.flatMap { tokens.removeValue(forKey: $0) ?? [] }
    }
    for token in cancelled { token.cancel() }
  }

  /// The object that effects with an id share, made when it is first asked for. Who gets it tells
  /// it when it is not needed any more.
  func shared<Object: RegistryObject>(_ id: EffectID, _ make: () -> Object) -> Object {
    let (object, unused) = lock.withLock {
      let id = SharedID(type: ObjectIdentifier(Object.self), id: id)
      if let object = objects[id] as? Object {
        object.enter()
        return (object, [any RegistryObject]())
      }
      let unused = removeUnusedObjects()
      let object = make()
      object.enter()
      objects[id] = object
      return (object, unused)
    }
    // What they hold ends after the lock is left.
    withExtendedLifetime(unused) {}
    return object
  }

  /// Lets go of objects that nobody needs, whenever their number has doubled.
  private func removeUnusedObjects() -> [any RegistryObject] {
    guard objects.count >= objectLimit
    else { return [] }
    let unused = objects.filter { $0.value.isUnused }
    for id in unused.keys { objects[id] = nil }
    objectLimit = max(16, objects.count * 2)
    return Array(unused.values)
  }
}

/// What effects with an id share.
protocol RegistryObject: AnyObject {
  /// Whether a new one would do as well.
  var isUnused: Bool { get }

  /// Someone uses the object from now on.
  func enter()
}
