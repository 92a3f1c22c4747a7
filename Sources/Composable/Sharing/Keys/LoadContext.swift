/// The reason for loading a key's value.
public enum LoadContext<Value> {
  /// A property was made, which holds this value until the key has another.
  case initialValue(Value)

  /// A caller of `load()` waits.
  case userInitiated

  /// The value of a new property, if the load is for a new property.
  public var initialValue: Value? {
    guard case .initialValue(let value) = self
    else { return nil }
    return value
  }
}

extension LoadContext: Sendable where Value: Sendable {}
extension LoadContext: Equatable where Value: Equatable {}
extension LoadContext: Hashable where Value: Hashable {}
