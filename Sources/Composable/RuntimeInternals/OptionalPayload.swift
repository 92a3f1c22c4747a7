extension UnsafePointer {
  /// A pointer to what an optional holds, `nil` if it holds nothing.
  ///
  /// The language's ABI puts the payload of an optional at its start, with the same bits.
  @inlinable
  package func unwrapped<Wrapped>() -> UnsafePointer<Wrapped>? where Pointee == Wrapped? {
    guard pointee != nil
    else { return nil }
    return UnsafeRawPointer(self).assumingMemoryBound(to: Wrapped.self)
  }
}
