extension IdentifiedArray: RandomAccessCollection, MutableCollection {
  /// The position of the first element: 0.
  /// Whether the set is empty.
  /// The position after the last element: the number of elements.
  /// The number of elements.
  /// The positions of the elements.
  @inlinable public var startIndex: Int { 0 }
  @inlinable public var endIndex: Int { _elements.count }
  @inlinable public var indices: Range<Int> { _elements.indices }
  @inlinable public var count: Int { _elements.count }
  @inlinable public var isEmpty: Bool { _elements.isEmpty }

  /// The elements at the positions of the range.
  ///
  /// Assigning a slice, as happens after it was sorted in place, replaces that many elements at
  /// once: the ids are found when all are there.
  @inlinable
  public subscript(bounds: Range<Int>) -> Slice<Self> {
    get { Slice(base: self, bounds: bounds) }
    set {
      precondition(newValue.count == bounds.count, "A slice is replaced by one of the same size.")
      _ = withContiguousMutableStorageIfAvailable { elements in
        for (position, element) in zip(bounds, newValue) { elements[position] = element }
      }
    }
  }

  /// An iterator over the elements in their order.
  @inlinable
  public func makeIterator() -> IndexingIterator<[Element]> {
    _elements.makeIterator()
  }

  /// Calls a function with the elements, which are contiguous in memory.
  @inlinable
  public func withContiguousStorageIfAvailable<R>(
    _ body: (UnsafeBufferPointer<Element>) throws -> R
  ) rethrows -> R? {
    try _elements.withContiguousStorageIfAvailable(body)
  }

  /// Gives the body the elements to rearrange. The array finds the ids again afterwards, so that
  /// the standard library's algorithms on mutable collections work on it.
  ///
  /// If the body leaves elements with the same id, an issue is reported. The first keeps the id,
  /// and the others get the ids that are no longer used.
  @inlinable
  public mutating func withContiguousMutableStorageIfAvailable<R>(
    _ body: (inout UnsafeMutableBufferPointer<Element>) throws -> R
  ) rethrows -> R? {
    defer {
      _renewLineage()
      if !_elements.lazy.map(_id).elementsEqual(_ids) { _findIDs() }
    }
    return try _elements.withContiguousMutableStorageIfAvailable(body)
  }

  @usableFromInline
  mutating func _findIDs() {
    let current = _elements.map(_id)
    var unused = _ids.subtracting(current)
    var ids = OrderedSet<ID>(minimumCapacity: current.count)
    for (position, id) in current.enumerated() {
      let (inserted, other) = ids.append(id)
      if !inserted {
        // As many ids are unused as there are surplus elements.
        let kept = unused.contains(_ids[position]) ? _ids[position] : unused[0]
        unused.remove(kept)
        ids.append(kept)
        Issue.rearranged(Element.self, id, position: position, other: other, kept: kept)
      }
    }
    _ids = ids
  }
}

extension IdentifiedArray {
  /// Whether an equal element exists: only the one with its id is compared.
  @inlinable
  public func _customContainsEquatableElement(_ element: Element) -> Bool? {
    contains(element)
  }

  /// The position of the element that equals this one, found by its id.
  @inlinable
  public func _customIndexOfEquatableElement(_ element: Element) -> Int?? {
    .some(firstIndex(of: element))
  }

  /// The position of the equal element, if any: there is at most one.
  @inlinable
  public func _customLastIndexOfEquatableElement(_ element: Element) -> Int?? {
    .some(firstIndex(of: element))
  }
}
