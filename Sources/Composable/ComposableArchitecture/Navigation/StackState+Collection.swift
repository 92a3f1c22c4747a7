extension StackState: RandomAccessCollection {
  /// The position of the first element that was pushed, 0.
  public var startIndex: Int { 0 }

  /// The number of elements.
  public var endIndex: Int { storage.count }

  /// The number of elements. Takes constant time.
  public var count: Int { storage.count }

  /// Whether the stack is empty.
  public var isEmpty: Bool { storage.isEmpty }

  /// The next position.
  public func index(after position: Int) -> Int { position + 1 }

  /// The position before.
  public func index(before position: Int) -> Int { position - 1 }

  /// The element at a position, the first that was pushed at 0.
  ///
  /// An assigned element replaces the one with the same id.
  public subscript(position: Int) -> Element {
    _read { yield storage[position].unsafelyUnwrapped }
    set {
      storage[position] = newValue
      noteReplacement()
    }
    _modify { yield &storage[position]! }
  }
}

extension StackState: RangeReplaceableCollection {
  /// Replaces elements with others, which get new ids.
  public mutating func replaceSubrange(
    _ subrange: Range<Int>, with newElements: some Collection<Element>
  ) {
    replace(subrange, with: newElements)
  }

  /// Removes the elements that satisfy a predicate. The others keep their ids.
  public mutating func removeAll(where shouldBeRemoved: (Element) throws -> Bool) rethrows {
    for id in try zip(ids, self).filter({ try shouldBeRemoved($1) }).map(\.0) {
      assign(nil, to: id)
    }
  }
}

extension StackState: ExpressibleByArrayLiteral {
  /// A stack of these elements, the last of them on top.
  public init(arrayLiteral elements: Element...) {
    self.init(elements)
  }
}
