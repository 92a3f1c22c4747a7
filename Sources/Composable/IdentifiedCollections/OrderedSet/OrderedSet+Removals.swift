extension OrderedSet {
  /// Removes the element.
  ///
  /// - Returns: the member that was removed, `nil` if the element was none.
  @inlinable
  @discardableResult
  public mutating func remove(_ element: Element) -> Element? {
    firstIndex(of: element).map { remove(at: $0) }
  }

  /// Removes and returns the member at the position. Later members shift down.
  @inlinable
  @discardableResult
  public mutating func remove(at index: Int) -> Element {
    let element = _elements.remove(at: index)
    if !_table.isEmpty {
      _table.remove(hash: _hash(element), position: index)
      _shiftTable(around: index, by: -1)
    }
    return element
  }

  /// Removes and returns the first member. The set must not be empty.
  @inlinable
  @discardableResult
  public mutating func removeFirst() -> Element {
    remove(at: 0)
  }

  /// Removes the first `count` members.
  @inlinable
  public mutating func removeFirst(_ count: Int) {
    removeSubrange(0..<count)
  }

  /// Removes and returns the last member. The set must not be empty.
  @inlinable
  @discardableResult
  public mutating func removeLast() -> Element {
    remove(at: elements.count - 1)
  }

  /// Removes the last `count` members.
  @inlinable
  public mutating func removeLast(_ count: Int) {
    removeSubrange((elements.count - count)..<elements.count)
  }

  /// Removes the members at the positions of the range.
  @inlinable
  public mutating func removeSubrange(_ bounds: Range<Int>) {
    let removed = bounds.count
    guard removed > 1
    else {
      if removed == 1 { remove(at: bounds.lowerBound) }
      return
    }
    _elements.removeSubrange(bounds)
    guard !_table.isEmpty
    else { return }
    _table.rebuild(capacity: IndexTable.capacity(for: elements.count)) { position in
      if position < bounds.lowerBound { return position }
      return position < bounds.upperBound ? nil : position - removed
    }
  }

  /// Removes the members at the positions of the range.
  @inlinable
  public mutating func removeSubrange(_ bounds: some RangeExpression<Int>) {
    removeSubrange(bounds.relative(to: elements))
  }

  /// Removes every member.
  @inlinable
  public mutating func removeAll(keepingCapacity keepCapacity: Bool = false) {
    _elements.removeAll(keepingCapacity: keepCapacity)
    if keepCapacity {
      for place in _table.words.indices { _table.words[place] = 0 }
    } else {
      _table = IndexTable()
    }
  }

  /// Removes the members that satisfy the predicate.
  @inlinable
  public mutating func removeAll(
    where shouldBeRemoved: (Element) throws -> Bool
  ) rethrows {
    let kept = try elements.indices.filter { try !shouldBeRemoved(elements[$0]) }
    _keep(kept)
  }

  /// Removes the elements except those at the positions, which must be ascending.
  @inlinable
  mutating func _keep(_ kept: [Int]) {
    guard kept.count < elements.count
    else { return }
    var positions = [Int](repeating: -1, count: elements.count)
    for (new, old) in kept.enumerated() { positions[old] = new }
    _elements._keep(kept)
    guard !_table.isEmpty
    else { return }
    _table.rebuild(capacity: IndexTable.capacity(for: kept.count)) { position in
      positions[position] < 0 ? nil : positions[position]
    }
  }
}

extension Array {
  /// Removes the elements except those at the positions, which must be ascending.
  @inlinable
  mutating func _keep(_ kept: [Int]) {
    for (new, old) in kept.enumerated() where new != old { swapAt(new, old) }
    removeSubrange(kept.count...)
  }

  /// Reorders the elements: the one at `order[i]` moves to `i`.
  @inlinable
  mutating func _arrange(_ order: [Int]) {
    self = order.map { self[$0] }
  }
}
