import ConcurrencyExtras

/// The work of one store that can be cancelled by id.
final class EffectRegistry: @unchecked Sendable {
  /// The registry of the store whose effect is running.
  static var current: EffectRegistry { inForce ?? outsideOfStores }

  @TaskLocal static var inForce: EffectRegistry?
  private static let outsideOfStores = EffectRegistry()

  private let lock = Lock()
  private var tokens: [EffectID: [EffectToken]] = [:]
  private var objects: [SharedID: AnyObject] = [:]

  private struct SharedID: Hashable {
    let type: ObjectIdentifier
    let id: EffectID
  }

  /// Makes work cancellable by its id: from the place where it was described, and by the same id
  /// from the features around.
  func register(_ token: EffectToken, under id: EffectID, cancelInFlight: Bool) {
    let previous = lock.withLock {
      let previous = cancelInFlight ? tokens.removeValue(forKey: id) : nil
      for id in id.reach { tokens[id, default: []].append(token) }
      return previous
    }
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

  /// The object that effects with an id share, made when it is first asked for.
  func shared<Object: AnyObject>(_ id: EffectID, _ make: () -> Object) -> Object {
    lock.withLock {
      let id = SharedID(type: ObjectIdentifier(Object.self), id: id)
      if let object = objects[id] as? Object { return object }
      let object = make()
      objects[id] = object
      return object
    }
  }
}
