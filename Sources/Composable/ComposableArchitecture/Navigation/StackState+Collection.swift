extension StackState: RandomAccessCollection {
  public var startIndex: Int { 0 }
  public var endIndex: Int { storage.count }
  public var count: Int { storage.count }
  public var isEmpty: Bool { storage.isEmpty }

  public func index(after position: Int) -> Int { position + 1 }
  public func index(before position: Int) -> Int { position - 1 }

  /// The element at a position, the first that was pushed at 0.
  ///
  /// What is assigned takes the place of the element under the same id.
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
