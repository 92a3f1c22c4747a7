/// Reads the value of a key whose type only its reader knows.
@usableFromInline
protocol KeyReader<Value>: Sendable {
  associatedtype Value
  static func read(_ values: DependencyValues) -> Value
}

enum ReaderOfKey<Key: TestDependencyKey>: KeyReader {
  static func read(_ values: DependencyValues) -> Key.Value {
    values[Key.self, function: ""]
  }
}

/// Reads a value whose type only its reader knows, as one of another type.
@usableFromInline
protocol CastReader<Value>: Sendable {
  associatedtype Value
  func read(_ values: DependencyValues) -> Value
}

struct CastOfKeyPath<Base, Value>: CastReader {
  let keyPath: any KeyPath<DependencyValues, Base> & Sendable

  func read(_ values: DependencyValues) -> Value {
    cast(values[keyPath: keyPath])
  }
}

struct CastOfKey<Key: TestDependencyKey, Value>: CastReader {
  func read(_ values: DependencyValues) -> Value {
    cast(values[Key.self, function: ""])
  }
}

private func cast<Base, Value>(_ value: Base) -> Value {
  guard let value = value as? Value
  else {
    preconditionFailure(
      """
      A dependency was declared to be read as '\(Value.self)', but it is of type \
      '\(type(of: value))'.
      """)
  }
  return value
}
