extension OrderedSet: RandomAccessCollection {
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

  @inlinable
  public func makeIterator() -> IndexingIterator<[Element]> {
    elements.makeIterator()
  }

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
  @inlinable
  public func _customContainsEquatableElement(_ element: Element) -> Bool? {
    contains(element)
  }

  @inlinable
  public func _customIndexOfEquatableElement(_ element: Element) -> Int?? {
    .some(firstIndex(of: element))
  }

  @inlinable
  public func _customLastIndexOfEquatableElement(_ element: Element) -> Int?? {
    .some(firstIndex(of: element))
  }
}
