public import IdentifiedCollections

/// A shared collection of identified elements is a collection of shared elements.
///
/// ```swift
/// for todo in Array($todos) {
///   todo.withLock { $0.isDone = true }
/// }
/// ```
///
/// An element is bound to its id, not to its position. When it is removed from the collection, those
/// who still have it see the value it had. Observers of the elements' order are told when elements
/// come, go or move, and not when one of them changes.
extension Shared: Sequence where Value: _MutableIdentifiedCollection {
  public typealias Element = Shared<Value.Element>

  /// Goes through the elements that there were when it was made.
  public struct Iterator: IteratorProtocol {
    fileprivate let base: Reference<Value>
    fileprivate var elements: ElementIterator<Value>

    public mutating func next() -> Shared<Value.Element>? {
      guard let (id, element) = elements.next()
      else { return nil }
      return Shared<Value.Element>(reference: base.element(id, element))
    }
  }

  public func makeIterator() -> Iterator {
    Iterator(base: reference, elements: ElementIterator(reference.elements))
  }
}

extension Shared: Collection where Value: _MutableIdentifiedCollection {
  public typealias Index = Value.Index

  public var startIndex: Index { reference.elements.startIndex }
  public var endIndex: Index { reference.elements.endIndex }
  public func index(after index: Index) -> Index { reference.elements.index(after: index) }

  public subscript(position: Index) -> Shared<Value.Element> {
    let elements = reference.elements
    return Shared<Value.Element>(
      reference: reference.element(elements.id(at: position), elements[position]))
  }
}

extension Shared: BidirectionalCollection
where Value: _MutableIdentifiedCollection & BidirectionalCollection {
  public func index(before index: Index) -> Index { reference.elements.index(before: index) }
}

extension Shared: RandomAccessCollection
where Value: _MutableIdentifiedCollection & RandomAccessCollection {
  public func index(_ index: Index, offsetBy distance: Int) -> Index {
    reference.elements.index(index, offsetBy: distance)
  }

  public func distance(from start: Index, to end: Index) -> Int {
    reference.elements.distance(from: start, to: end)
  }
}

extension SharedReader: Sequence where Value: _IdentifiedCollection {
  public typealias Element = SharedReader<Value.Element>

  /// Goes through the elements that there were when it was made.
  public struct Iterator: IteratorProtocol {
    fileprivate let base: Reference<Value>
    fileprivate var elements: ElementIterator<Value>

    public mutating func next() -> SharedReader<Value.Element>? {
      guard let (id, element) = elements.next()
      else { return nil }
      return SharedReader<Value.Element>(reference: base.readOnlyElement(id, element))
    }
  }

  public func makeIterator() -> Iterator {
    Iterator(base: reference, elements: ElementIterator(reference.elements))
  }
}

extension SharedReader: Collection where Value: _IdentifiedCollection {
  public typealias Index = Value.Index

  public var startIndex: Index { reference.elements.startIndex }
  public var endIndex: Index { reference.elements.endIndex }
  public func index(after index: Index) -> Index { reference.elements.index(after: index) }

  public subscript(position: Index) -> SharedReader<Value.Element> {
    let elements = reference.elements
    return SharedReader<Value.Element>(
      reference: reference.readOnlyElement(elements.id(at: position), elements[position]))
  }
}

extension SharedReader: BidirectionalCollection
where Value: _IdentifiedCollection & BidirectionalCollection {
  public func index(before index: Index) -> Index { reference.elements.index(before: index) }
}

extension SharedReader: RandomAccessCollection
where Value: _IdentifiedCollection & RandomAccessCollection {
  public func index(_ index: Index, offsetBy distance: Int) -> Index {
    reference.elements.index(index, offsetBy: distance)
  }

  public func distance(from start: Index, to end: Index) -> Int {
    reference.elements.distance(from: start, to: end)
  }
}
