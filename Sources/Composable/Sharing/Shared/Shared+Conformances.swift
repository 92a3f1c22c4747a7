public import CustomDump
public import Observation

/// Two shared values are equal when the values are.
///
/// While a test compares expected and actual values, the left side has the former and the right
/// side the latter, even if both are the same shared value.
extension Shared: Equatable where Value: Equatable {
  /// Whether the values are equal.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    areEqual(lhs.reference, rhs.reference)
  }
}

extension SharedReader: Equatable where Value: Equatable {
  /// Whether the values are equal.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    areEqual(lhs.reference, rhs.reference)
  }
}

private func areEqual<Value: Equatable>(_ lhs: Reference<Value>, _ rhs: Reference<Value>) -> Bool {
  if let sides = TrackingScope.current?.sides {
    return lhs.value(at: sides.expected(lhs.core)) == rhs.value(at: sides.actual(rhs.core))
  }
  return lhs === rhs || lhs.value == rhs.value
}

extension Shared: Identifiable where Value: Identifiable {
  /// The value's id. Observers are notified of changes of the id only.
  public var id: Value.ID {
    DerivedReference(reference, ReadOnlyProjection(keyPath: \Value.id)).value
  }
}

extension SharedReader: Identifiable where Value: Identifiable {
  /// The value's id. Observers are notified of changes of the id only.
  public var id: Value.ID {
    DerivedReference(reference, ReadOnlyProjection(keyPath: \Value.id)).value
  }
}

extension Shared: Observable {}
extension SharedReader: Observable {}

extension Shared: CustomDumpRepresentable {
  /// The value, with a number that identifies the shared value.
  public var customDumpValue: Any { SharedDump(reference) }
}

extension SharedReader: CustomDumpRepresentable {
  /// The value, with a number that identifies the shared value.
  public var customDumpValue: Any { SharedDump(reference) }
}

extension Shared: CustomStringConvertible {
  /// The type and the key as in source code: `Shared<Int>(.inMemory("count"))`, or
  /// `Shared<Int>(value: 3)` without a key.
  public var description: String {
    "\(typeName(Self.self, genericArguments: true))(\(reference.description))"
  }
}

extension SharedReader: CustomStringConvertible {
  /// The type and the key as in source code: `Shared<Int>(.inMemory("count"))`, or
  /// `Shared<Int>(value: 3)` without a key.
  public var description: String {
    "\(typeName(Self.self, genericArguments: true))(\(reference.description))"
  }
}

/// The dump of a shared value: a mark that identifies it, and the value. A difference shows the
/// expected and the actual value.
private struct SharedDump: _CustomDiffObject {
  let _customDiffValues: (Any, Any)
  let _objectIdentifier: ObjectIdentifier

  init<Value>(_ reference: Reference<Value>) {
    guard let sides = TrackingScope.current?.sides
    else {
      let value = reference.currentValue
      _customDiffValues = (value, value)
      _objectIdentifier = reference.identity
      return
    }
    let core = reference.core
    _customDiffValues = (
      reference.value(at: sides.expected(core)), reference.value(at: sides.actual(core))
    )
    _objectIdentifier = sides.actual.identity(of: reference)
  }
}
