/// A copy of a shared value of unknown type.
final class ValueCopy: @unchecked Sendable {
  // Unchecked for the pointer: only the assertion that a copy was taken for changes the copy.
  private let value: UnsafeMutableRawPointer
  private let operations: any Operations.Type

  init<Value>(_ value: Value) {
    let pointer = UnsafeMutablePointer<Value>.allocate(capacity: 1)
    pointer.initialize(to: value)
    self.value = UnsafeMutableRawPointer(pointer)
    operations = OperationsOn<Value>.self
  }

  deinit { operations.destroy(value) }

  func pointer<Value>(to type: Value.Type) -> UnsafeMutablePointer<Value> {
    value.assumingMemoryBound(to: Value.self)
  }

  var any: Any { operations.any(value) }

  func copy() -> ValueCopy { operations.copy(value) }

  /// Whether the other copy, of the same value, shows the same; `nil` where values of the type
  /// cannot be compared.
  func isEqual(to other: ValueCopy) -> Bool? { operations.areEqual(value, other.value) }

  private protocol Operations {
    static func destroy(_ value: UnsafeMutableRawPointer)
    static func any(_ value: UnsafeMutableRawPointer) -> Any
    static func copy(_ value: UnsafeMutableRawPointer) -> ValueCopy
    static func areEqual(_ lhs: UnsafeMutableRawPointer, _ rhs: UnsafeMutableRawPointer) -> Bool?
  }

  private enum OperationsOn<Value>: Operations {
    static func destroy(_ value: UnsafeMutableRawPointer) {
      value.assumingMemoryBound(to: Value.self).deinitialize(count: 1)
      value.deallocate()
    }

    static func any(_ value: UnsafeMutableRawPointer) -> Any {
      value.assumingMemoryBound(to: Value.self).pointee
    }

    static func copy(_ value: UnsafeMutableRawPointer) -> ValueCopy {
      ValueCopy(value.assumingMemoryBound(to: Value.self).pointee)
    }

    static func areEqual(_ lhs: UnsafeMutableRawPointer, _ rhs: UnsafeMutableRawPointer) -> Bool? {
      rawEquality(of: Value.self)?(lhs, rhs)
    }
  }
}

extension SharedSnapshot.CoreCopy {
  /// A copy of the same, which can be changed for itself.
  var copy: Self { Self(core: core, value: value.copy(), version: version) }
}
