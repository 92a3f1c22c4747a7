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
  public subscript(id id: Value.ID) -> Shared<Value.Element?> {
    Shared<Value.Element?>(
      reference: DerivedReference(reference, ElementProjection<Value>(id: id)))
  }
}

extension SharedReader where Value: _IdentifiedCollection {
  /// The element with an id, shared as well.
  public subscript(id id: Value.ID) -> SharedReader<Value.Element?> {
    SharedReader<Value.Element?>(
      reference: DerivedReference(reference, ReadOnlyElementProjection<Value>(id: id)))
  }
}
