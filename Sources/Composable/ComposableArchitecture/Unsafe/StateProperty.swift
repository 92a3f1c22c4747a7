import RuntimeInternals

/// A property of a state, which reducers change in place and stores read.
///
/// A key path to an observed property calls its getter and setter, which would copy the value on
/// each change. This accesses the property's storage instead, and notifies the property's registrar
/// of changes. The storage is found once, when a reducer is composed.
@usableFromInline
final class StateProperty<Root, Value> {
  @usableFromInline let keyPath: KeyPath<Root, Value>
  /// The value's offset in the root, or `nil` if it is computed.
  let place: StatePropertyPlace?
  private let writable: WritableKeyPath<Root, Value>?
  private let stored: StoredProperty<Root, Value>?
  private let observed: (index: Int, registrar: StoredProperty<Root, ObservationStateRegistrar>)?
  private let identity: StateIdentity<Value>

  @usableFromInline
  init(_ keyPath: KeyPath<Root, Value>) {
    self.keyPath = keyPath
    writable = keyPath as? WritableKeyPath<Root, Value>
    identity = .make()
    var observed: (index: Int, registrar: StoredProperty<Root, ObservationStateRegistrar>)?
    if let property = Self.observedProperty(keyPath),
      let storage = property.storage as? KeyPath<Root, Value>,
      let stored = StoredProperty(storage), let registrar = StoredProperty(property.registrar)
    {
      self.stored = stored
      observed = (property.index, registrar)
    } else {
      stored = StoredProperty(keyPath)
    }
    self.observed = observed
    place = stored.map { [observed] stored in
      StatePropertyPlace(
        offset: stored.offset, registrar: observed?.registrar.offset, index: observed?.index ?? 0)
    }
  }

  private static func observedProperty(
    _ keyPath: KeyPath<Root, Value>
  ) -> _ObservedProperty<Root>? {
    guard let type = Root.self as? any ObservableState.Type
    else { return nil }
    return type._$property(keyPath) as? _ObservedProperty<Root>
  }

  /// Whether the value is stored in the root, so that it can be used in place.
  @usableFromInline
  var isStored: Bool { stored != nil }

  /// Changes the value in place.
  @inlinable
  func modify<R>(_ root: inout Root, _ body: (inout Value) throws -> R) rethrows -> R {
    guard isStored
    else { return try modifyCopy(&root, body) }
    return try withUnsafeMutablePointer(to: &root) { root in
      let value = pointer(in: root)
      let before = willModify(value)
      defer { didModify(root, value, before) }
      return try body(&value.pointee)
    }
  }

  /// Reads the value without observing it, and without a copy if it is stored in the root.
  @inlinable
  func read<R>(_ root: inout Root, _ body: (UnsafePointer<Value>) -> R) -> R {
    guard isStored
    else { return readCopy(&root, body) }
    return withUnsafeMutablePointer(to: &root) { body(UnsafePointer(pointer(in: $0))) }
  }

  @usableFromInline
  func readCopy<R>(_ root: inout Root, _ body: (UnsafePointer<Value>) -> R) -> R {
    withUnsafePointer(to: root[keyPath: keyPath], body)
  }

  @usableFromInline
  func pointer(in root: UnsafeMutablePointer<Root>) -> UnsafeMutablePointer<Value> {
    // Only called if `isStored`.
    stored.unsafelyUnwrapped.pointer(in: root)
  }

  @usableFromInline
  func willModify(_ value: UnsafeMutablePointer<Value>) -> ObservableStateID {
    observed == nil ? ._$inert : identity.begin(&value.pointee)
  }

  @usableFromInline
  func didModify(
    _ root: UnsafeMutablePointer<Root>, _ value: UnsafeMutablePointer<Value>,
    _ before: ObservableStateID
  ) {
    guard let observed
    else { return }
    let replacement = identity.replacement(&value.pointee, since: before)
    guard replacement != .nothing
    else { return }
    observed.registrar.pointer(in: root)
      .pointee.observers.notify(observed.index, elements: replacement == .elements)
  }

  @usableFromInline
  func modifyCopy<R>(
    _ root: inout Root, _ body: (inout Value) throws -> R
  ) rethrows -> R {
    guard let writable
    else {
      var value = root[keyPath: keyPath]
      return try body(&value)
    }
    return try body(&root[keyPath: writable])
  }

  /// Reads the value, without a copy if it is stored in the root.
  @inline(__always)
  func read<R>(
    _ root: UnsafePointer<Root>, _ observing: StateObserving,
    _ body: (UnsafePointer<Value>) throws -> R
  ) rethrows -> R {
    guard let place
    else { return try withUnsafePointer(to: root.pointee[keyPath: keyPath], body) }
    return try body(place.address(in: root, observing).assumingMemoryBound(to: Value.self))
  }
}

extension ObservableState {
  fileprivate static func _$property(_ keyPath: AnyKeyPath) -> Any? {
    _$properties.first { $0.keyPath == keyPath }
  }
}
