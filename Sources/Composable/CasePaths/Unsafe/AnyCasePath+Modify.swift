extension AnyCasePath {
  /// Changes the value of this path's case in place.
  ///
  /// While `body` runs, the value belongs to it alone: an array or another value with a shared
  /// buffer is not copied.
  ///
  /// - Throws: ``CaseMismatch`` where `root` is in another case, and what `body` throws. What
  ///   `body` did before it threw stays done.
  @inlinable
  public func modify<Result>(
    _ root: inout Root, _ body: (inout Value) throws -> Result
  ) throws -> Result {
    try withUnsafeMutablePointer(to: &root) { pointer in
      guard var value = extraction(pointer.pointee)
      else { throw CaseMismatch() }
      pointer.deinitialize(count: 1)
      defer { pointer.initialize(to: embedding(value)) }
      return try body(&value)
    }
  }
}
