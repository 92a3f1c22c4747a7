import IdentifiedCollections

extension Reference where Value: _IdentifiedCollection {
  /// The collection. Reading it observes only the ids and their order.
  var elements: Value {
    core.noteRead {
      path + [TypedProjection(ReadOnlyProjection<Value, Value.IDs>(keyPath: \.ids))]
    }
    return currentValue
  }

  func readOnlyElement(_ id: Value.ID, _ element: Value.Element) -> Reference<Value.Element> {
    DerivedReference(
      DerivedReference(self, ReadOnlyElementProjection<Value>(id: id)),
      UnwrappedProjection(element))
  }
}

extension Reference where Value: _MutableIdentifiedCollection {
  func element(_ id: Value.ID, _ element: Value.Element) -> Reference<Value.Element> {
    DerivedReference(
      DerivedReference(self, ElementProjection<Value>(id: id)), UnwrappedProjection(element))
  }
}

extension _IdentifiedCollection {
  /// The id of the element at a position: ids and elements have the same order.
  func id(at position: Index) -> ID {
    ids[ids.index(ids.startIndex, offsetBy: distance(from: startIndex, to: position))]
  }
}

/// Iterates over the elements of a collection with their ids.
struct ElementIterator<Elements: _IdentifiedCollection> {
  private var elements: Elements.Iterator
  private var ids: Elements.IDs.Iterator

  init(_ elements: Elements) {
    self.elements = elements.makeIterator()
    ids = elements.ids.makeIterator()
  }

  mutating func next() -> (Elements.ID, Elements.Element)? {
    guard let id = ids.next(), let element = elements.next()
    else { return nil }
    return (id, element)
  }
}
