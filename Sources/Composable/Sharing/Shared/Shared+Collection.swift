public import IdentifiedCollections

/// A shared collection of identified elements is a collection of shared elements.
///
/// ```swift
/// for todo in Array($todos) {
///   todo.withLock { $0.isDone = true }
/// }
/// ```
///
/// An element is bound to its id, not to its position. After it is removed from the collection,
/// properties that refer to it keep its last value. Observers of the order are notified when
/// elements are added, removed, or moved, and not when one changes.
extension Shared: Sequence where Value: _MutableIdentifiedCollection {
  /// An element, shared as well.
  public typealias Element = Shared<Value.Element>

  /// Iterates over the elements at the time of its creation.
  public struct Iterator: IteratorProtocol {
    fileprivate let base: Reference<Value>
    fileprivate var elements: ElementIterator<Value>

    /// The next element, shared as well; `nil` after the last.
    public mutating func next() -> Shared<Value.Element>? {
      guard let (id, element) = elements.next()
      else { return nil }
      return Shared<Value.Element>(reference: base.element(id, element))
    }
  }

  /// An iterator over the current elements.
  public func makeIterator() -> Iterator {
    Iterator(base: reference, elements: ElementIterator(reference.elements))
  }
}

extension Shared: Collection where Value: _MutableIdentifiedCollection {
  /// A position in the collection.
  public typealias Index = Value.Index

  /// The position of the first element.
  public var startIndex: Index { reference.elements.startIndex }

  /// The position after the last element.
  public var endIndex: Index { reference.elements.endIndex }

  /// The position after another.
  public func index(after index: Index) -> Index { reference.elements.index(after: index) }

  /// The element at a position, shared as well. It stays the one with its id when others move.
  public subscript(position: Index) -> Shared<Value.Element> {
    let elements = reference.elements
    return Shared<Value.Element>(
      reference: reference.element(elements.id(at: position), elements[position]))
  }
}

extension Shared: BidirectionalCollection
where Value: _MutableIdentifiedCollection & BidirectionalCollection {
  /// The position before another.
  public func index(before index: Index) -> Index { reference.elements.index(before: index) }
}

extension Shared: RandomAccessCollection
where Value: _MutableIdentifiedCollection & RandomAccessCollection {
  /// The position at a distance from another.
  public func index(_ index: Index, offsetBy distance: Int) -> Index {
    reference.elements.index(index, offsetBy: distance)
  }

  /// The distance between two positions.
  public func distance(from start: Index, to end: Index) -> Int {
    reference.elements.distance(from: start, to: end)
  }
}

extension SharedReader: Sequence where Value: _IdentifiedCollection {
  /// An element, shared as well.
  public typealias Element = SharedReader<Value.Element>

  /// Iterates over the elements at the time of its creation.
  public struct Iterator: IteratorProtocol {
    fileprivate let base: Reference<Value>
    fileprivate var elements: ElementIterator<Value>

    /// The next element, shared as well; `nil` after the last.
    public mutating func next() -> SharedReader<Value.Element>? {
      guard let (id, element) = elements.next()
      else { return nil }
      return SharedReader<Value.Element>(reference: base.readOnlyElement(id, element))
    }
  }

  /// An iterator over the current elements.
  public func makeIterator() -> Iterator {
    Iterator(base: reference, elements: ElementIterator(reference.elements))
  }
}

extension SharedReader: Collection where Value: _IdentifiedCollection {
  /// A position in the collection.
  public typealias Index = Value.Index

  /// The position of the first element.
  public var startIndex: Index { reference.elements.startIndex }

  /// The position after the last element.
  public var endIndex: Index { reference.elements.endIndex }

  /// The position after another.
  public func index(after index: Index) -> Index { reference.elements.index(after: index) }

  /// The element at a position, shared as well. It stays the one with its id when others move.
  public subscript(position: Index) -> SharedReader<Value.Element> {
    let elements = reference.elements
    return SharedReader<Value.Element>(
      reference: reference.readOnlyElement(elements.id(at: position), elements[position]))
  }
}

extension SharedReader: BidirectionalCollection
where Value: _IdentifiedCollection & BidirectionalCollection {
  /// The position before another.
  public func index(before index: Index) -> Index { reference.elements.index(before: index) }
}

extension SharedReader: RandomAccessCollection
where Value: _IdentifiedCollection & RandomAccessCollection {
  /// The position at a distance from another.
  public func index(_ index: Index, offsetBy distance: Int) -> Index {
    reference.elements.index(index, offsetBy: distance)
  }

  /// The distance between two positions.
  public func distance(from start: Index, to end: Index) -> Int {
    reference.elements.distance(from: start, to: end)
  }
}
