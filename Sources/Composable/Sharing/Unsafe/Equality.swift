import ConcurrencyExtras

/// Compares two values of one type, which are at the pointers.
typealias RawEquality = (UnsafeRawPointer, UnsafeRawPointer) -> Bool

/// How two values of a type are compared; `nil` where the type does not know.
///
/// It is remembered, because to find out takes many times as long as to compare.
func rawEquality<Value>(of type: Value.Type) -> RawEquality? {
  KnownEqualities.shared.equality(of: type) {
    (type as? any Equatable.Type).map { rawEquality(ofEquatable: $0) }
  }
}

/// Whether two values are equal; `nil` where their type does not know.
func areEqual<Value>(_ lhs: Value, _ rhs: Value) -> Bool? {
  guard let areEqual = rawEquality(of: Value.self)
  else { return nil }
  return withUnsafePointer(to: lhs) { lhs in
    withUnsafePointer(to: rhs) { rhs in areEqual(UnsafeRawPointer(lhs), UnsafeRawPointer(rhs)) }
  }
}

private func rawEquality<Value: Equatable>(ofEquatable type: Value.Type) -> RawEquality {
  { lhs, rhs in
    lhs.assumingMemoryBound(to: Value.self).pointee
      == rhs.assumingMemoryBound(to: Value.self).pointee
  }
}

private final class KnownEqualities: @unchecked Sendable {
  // Unchecked for the table, which is used under the lock.
  static let shared = KnownEqualities()

  private let lock = Lock()
  private var equalities: [ObjectIdentifier: RawEquality?] = [:]

  func equality(of type: any Any.Type, orElse find: () -> RawEquality?) -> RawEquality? {
    let id = ObjectIdentifier(type)
    if let known = lock.withLock({ equalities[id] }) { return known }
    let equality = find()
    lock.withLock { equalities[id] = .some(equality) }
    return equality
  }
}
