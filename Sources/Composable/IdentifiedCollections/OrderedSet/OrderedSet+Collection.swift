extension OrderedSet: RandomAccessCollection {
  /// The position of the first element: 0.
  /// Whether the set is empty.
  /// The position after the last element: the number of elements.
  /// The number of elements.
  /// The positions of the elements.
  @inlinable public var startIndex: Int { 0 }
  @inlinable public var endIndex: Int { elements.count }
  @inlinable public var indices: Range<Int> { elements.indices }
  @inlinable public var count: Int { elements.count }
  @inlinable public var isEmpty: Bool { elements.isEmpty }

  /// The member at the position.
  @inlinable
  public subscript(position: Int) -> Element {
    _read { yield elements[position] }
  }

  /// An iterator over the elements in their order.
  @inlinable
  public func makeIterator() -> IndexingIterator<[Element]> {
    elements.makeIterator()
  }

  /// Calls a function with the elements, which are contiguous in memory.
  @inlinable
  public func withContiguousStorageIfAvailable<R>(
    _ body: (UnsafeBufferPointer<Element>) throws -> R
  ) rethrows -> R? {
    try elements.withContiguousStorageIfAvailable(body)
  }

  /// The members that satisfy the predicate, in order.
  @inlinable
  public func filter(_ isIncluded: (Element) throws -> Bool) rethrows -> Self {
    Self(uncheckedUniqueElements: try elements.filter(isIncluded))
  }
}

extension OrderedSet {
  /// Whether the set contains the element, found by its hash.
  @inlinable
  public func _customContainsEquatableElement(_ element: Element) -> Bool? {
    contains(element)
  }

  /// The position of the element, found by its hash.
  @inlinable
  public func _customIndexOfEquatableElement(_ element: Element) -> Int?? {
    .some(firstIndex(of: element))
  }

  /// The position of the element: it is in the set once at most.
  @inlinable
  public func _customLastIndexOfEquatableElement(_ element: Element) -> Int?? {
    .some(firstIndex(of: element))
  }
}
