public import IdentifiedCollections

extension Shared where Value: _MutableIdentifiedCollection {
  /// The element with an id, shared as well.
  ///
  /// ```swift
  /// if let todo = Shared($todos[id: 1]) {
  ///   todo.withLock { $0.isDone = true }
  /// }
  /// ```
  ///
  /// The element is found and changed in place, however many there are. Assigning `nil` to it
  /// removes it from the collection.
  @inlinable
  public subscript(id id: Value.ID) -> Shared<Value.Element?> {
    // These hold nothing, and so need no room.
    element(id: id) { elements, id in
      elements.pointee[id: id]
    } modify: { elements, id, body in
      withUnsafeMutablePointer(to: &elements.pointee[id: id], body)
    }
  }

  /// The element, found and changed by functions that are compiled for the collection's type.
  @usableFromInline
  func element(
    id: Value.ID,
    read: @escaping (UnsafePointer<Value>, Value.ID) -> Value.Element?,
    modify:
      @escaping (
        UnsafeMutablePointer<Value>, Value.ID, (UnsafeMutablePointer<Value.Element?>) -> Void
      ) -> Void
  ) -> Shared<Value.Element?> {
    Shared<Value.Element?>(
      reference: DerivedReference(
        reference, ElementProjection<Value>(id: id, read: read, modify: modify)))
  }
}

extension SharedReader where Value: _IdentifiedCollection {
  /// The element with an id, shared as well.
  public subscript(id id: Value.ID) -> SharedReader<Value.Element?> {
    SharedReader<Value.Element?>(
      reference: DerivedReference(reference, ReadOnlyElementProjection<Value>(id: id)))
  }
}
