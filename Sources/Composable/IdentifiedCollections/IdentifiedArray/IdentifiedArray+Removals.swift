public import Foundation

extension IdentifiedArray {
  /// Removes the element with the id.
  ///
  /// - Returns: the removed element, or `nil`.
  @inlinable
  @discardableResult
  public mutating func remove(id: ID) -> Element? {
    _ids.firstIndex(of: id).map { remove(at: $0) }
  }

  /// Removes the element that has the same id as this one.
  ///
  /// - Returns: the removed element, or `nil`.
  @inlinable
  @discardableResult
  public mutating func remove(_ element: Element) -> Element? {
    remove(id: _id(element))
  }

  /// Removes and returns the element at the position. Later elements shift down.
  @inlinable
  @discardableResult
  public mutating func remove(at index: Int) -> Element {
    _willChange(at: index)
    _renewStructure(isRecorded: true)
    _ids.remove(at: index)
    return _elements.remove(at: index)
  }

  /// Removes the elements at the positions.
  public mutating func remove(atOffsets offsets: IndexSet) {
    guard offsets.count > 1
    else {
      if let index = offsets.first { remove(at: index) }
      return
    }
    _keep(_elements.indices.filter { !offsets.contains($0) })
  }

  /// Removes and returns the first element. The array must not be empty.
  @inlinable
  @discardableResult
  public mutating func removeFirst() -> Element {
    remove(at: 0)
  }

  /// Removes the first `count` elements.
  @inlinable
  public mutating func removeFirst(_ count: Int) {
    removeSubrange(0..<count)
  }

  /// Removes and returns the last element. The array must not be empty.
  @inlinable
  @discardableResult
  public mutating func removeLast() -> Element {
    remove(at: _elements.count - 1)
  }

  /// Removes the last `count` elements.
  @inlinable
  public mutating func removeLast(_ count: Int) {
    removeSubrange((_elements.count - count)..<_elements.count)
  }

  /// Removes and returns the last element, `nil` if the array is empty.
  @inlinable
  @discardableResult
  public mutating func popLast() -> Element? {
    isEmpty ? nil : removeLast()
  }

  /// Removes the elements at the positions of the range.
  @inlinable
  public mutating func removeSubrange(_ bounds: Range<Int>) {
    if _recordingNumber != 0 {
      for index in bounds { _willChange(at: index) }
    }
    _renewStructure(isRecorded: true)
    _ids.removeSubrange(bounds)
    _elements.removeSubrange(bounds)
  }

  /// Removes the elements at the positions of the range.
  @inlinable
  public mutating func removeSubrange(_ bounds: some RangeExpression<Int>) {
    removeSubrange(bounds.relative(to: _elements))
  }

  /// Removes every element.
  @inlinable
  public mutating func removeAll(keepingCapacity keepCapacity: Bool = false) {
    _renewStructure()
    _ids.removeAll(keepingCapacity: keepCapacity)
    _elements.removeAll(keepingCapacity: keepCapacity)
  }

  /// Removes the elements that satisfy the predicate. If it throws, nothing is removed.
  @inlinable
  public mutating func removeAll(
    where shouldBeRemoved: (Element) throws -> Bool
  ) rethrows {
    _keep(try _elements.indices.filter { try !shouldBeRemoved(_elements[$0]) })
  }

  /// The elements that satisfy the predicate, in order.
  @inlinable
  public func filter(_ isIncluded: (Element) throws -> Bool) rethrows -> Self {
    var result = self
    try result.removeAll { try !isIncluded($0) }
    return result
  }

  /// Removes the elements except those at the positions, which must be ascending.
  @inlinable
  mutating func _keep(_ kept: [Int]) {
    guard kept.count < _elements.count
    else { return }
    if _recordingNumber != 0 { _willKeep(kept) }
    _renewStructure(isRecorded: true)
    _ids._keep(kept)
    _elements._keep(kept)
  }

  @usableFromInline
  mutating func _willKeep(_ kept: [Int]) {
    var kept = kept[...]
    for index in _elements.indices {
      if kept.first == index { kept.removeFirst() } else { _willChange(at: index) }
    }
  }
}
