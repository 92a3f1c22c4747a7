/// A copy of a whole shared value, of a type that is not known.
final class ValuePicture: @unchecked Sendable {
  // Unchecked: a picture is changed only by the one assertion that it was taken for.
  private let value: UnsafeMutableRawPointer
  private let destroy: (UnsafeMutableRawPointer) -> Void
  private let makeCopy: (UnsafeMutableRawPointer) -> ValuePicture

  init<Value>(_ value: Value) {
    let pointer = UnsafeMutablePointer<Value>.allocate(capacity: 1)
    pointer.initialize(to: value)
    self.value = UnsafeMutableRawPointer(pointer)
    destroy = {
      $0.assumingMemoryBound(to: Value.self).deinitialize(count: 1)
      $0.deallocate()
    }
    makeCopy = { ValuePicture($0.assumingMemoryBound(to: Value.self).pointee) }
  }

  deinit { destroy(value) }

  func pointer<Value>(to type: Value.Type) -> UnsafeMutablePointer<Value> {
    value.assumingMemoryBound(to: Value.self)
  }

  func copy() -> ValuePicture { makeCopy(value) }
}
