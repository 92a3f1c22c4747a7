public import Foundation

extension IdentifiedArray {
  /// Moves the elements at the offsets, in their order, in front of the element that is at
  /// `destination` before the move.
  ///
  /// - Parameters:
  ///   - source: the positions of the elements that move.
  ///   - destination: a position, or the count to move them to the end.
  public mutating func move(fromOffsets source: IndexSet, toOffset destination: Int) {
    let staying = _elements.indices.filter { !source.contains($0) }
    let order =
      staying.prefix { $0 < destination } + source + staying.drop { $0 < destination }
    _arrange(Array(order))
  }

  /// Exchanges the elements at two positions.
  @inlinable
  public mutating func swapAt(_ i: Int, _ j: Int) {
    _renewStructure(isRecorded: true)
    _ids.swapAt(i, j)
    _elements.swapAt(i, j)
  }

  /// Reverses the order.
  @inlinable
  public mutating func reverse() {
    _renewStructure(isRecorded: true)
    _ids.reverse()
    _elements.reverse()
  }

  /// Sorts the elements by a predicate that returns whether its first argument precedes its second.
  /// The sort is stable.
  @inlinable
  public mutating func sort(
    by areInIncreasingOrder: (Element, Element) throws -> Bool
  ) rethrows {
    _arrange(try _elements._order(sortedBy: areInIncreasingOrder))
  }

  /// The same elements, sorted by the predicate as by `sort(by:)`.
  @inlinable
  public func sorted(
    by areInIncreasingOrder: (Element, Element) throws -> Bool
  ) rethrows -> Self {
    var result = self
    try result.sort(by: areInIncreasingOrder)
    return result
  }

  /// Shuffles the elements, with the system's random numbers.
  @inlinable
  public mutating func shuffle() {
    var generator = SystemRandomNumberGenerator()
    shuffle(using: &generator)
  }

  /// Shuffles the elements.
  @inlinable
  public mutating func shuffle(using generator: inout some RandomNumberGenerator) {
    var order = Array(_elements.indices)
    order.shuffle(using: &generator)
    _arrange(order)
  }

  /// Moves the elements that satisfy the predicate after those that do not. Both groups keep their
  /// order.
  ///
  /// - Returns: the position of the first that satisfies the predicate, or the count.
  @inlinable
  public mutating func partition(
    by belongsInSecondPartition: (Element) throws -> Bool
  ) rethrows -> Int {
    let (order, pivot) = try _elements._order(partitionedBy: belongsInSecondPartition)
    _arrange(order)
    return pivot
  }

  /// Reorders the elements: the one at `order[i]` moves to `i`.
  @inlinable
  mutating func _arrange(_ order: [Int]) {
    _renewStructure(isRecorded: true)
    _ids._arrange(order)
    _elements._arrange(order)
  }
}

extension IdentifiedArray where Element: Comparable {
  /// Sorts the elements in ascending order.
  @inlinable
  public mutating func sort() {
    sort(by: <)
  }

  /// The same elements, in ascending order.
  @inlinable
  public func sorted() -> Self {
    sorted(by: <)
  }
}
