import ConcurrencyExtras

/// Compares two values of one type, which are at the pointers.
struct RawEquality: Sendable {
  // Unchecked, because the function captures nothing but the type.
  private let areEqual: UncheckedSendable<(UnsafeRawPointer, UnsafeRawPointer) -> Bool>

  init<Value: Equatable>(of type: Value.Type) {
    areEqual = UncheckedSendable({ lhs, rhs in
      lhs.assumingMemoryBound(to: Value.self).pointee
        == rhs.assumingMemoryBound(to: Value.self).pointee
    })
  }

  func callAsFunction(_ lhs: UnsafeRawPointer, _ rhs: UnsafeRawPointer) -> Bool {
    areEqual.value(lhs, rhs)
  }
}

/// The equality of a type's values; `nil` if the type has none.
func rawEquality<Value>(of type: Value.Type) -> RawEquality? {
  (type as? any Equatable.Type).map { RawEquality(of: $0) }
}

/// Whether two values are equal; `nil` if their type has no equality.
func areEqual<Value>(_ lhs: Value, _ rhs: Value) -> Bool? {
  guard let areEqual = rawEquality(of: Value.self)
  else { return nil }
  return withUnsafePointer(to: lhs) { lhs in
    withUnsafePointer(to: rhs) { rhs in areEqual(UnsafeRawPointer(lhs), UnsafeRawPointer(rhs)) }
  }
}
