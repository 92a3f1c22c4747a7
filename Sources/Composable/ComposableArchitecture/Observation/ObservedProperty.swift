/// Where an observed property is stored, for operators that change it in place: a key path to the
/// property itself would copy the value out, and set it.
public struct _ObservedProperty<Root> {
  let index: Int
  let keyPath: AnyKeyPath
  /// The property's storage. Unlike the property's own key path, it has a name.
  let storage: AnyKeyPath
  let registrar: KeyPath<Root, ObservationStateRegistrar>

  /// Describes a property.
  ///
  /// - Parameters:
  ///   - index: The number that the property's accessors use.
  ///   - keyPath: The property.
  ///   - storage: The property's storage.
  ///   - registrar: The registrar that its accessors use.
  public init<Value>(
    _ index: Int, _ keyPath: KeyPath<Root, Value>, storage: WritableKeyPath<Root, Value>,
    registrar: KeyPath<Root, ObservationStateRegistrar>
  ) {
    self.index = index
    self.keyPath = keyPath
    self.storage = storage
    self.registrar = registrar
  }
}
