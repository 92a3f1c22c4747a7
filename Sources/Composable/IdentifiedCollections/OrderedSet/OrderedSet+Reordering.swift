extension OrderedSet {
  /// Exchanges the members at two positions.
  @inlinable
  public mutating func swapAt(_ i: Int, _ j: Int) {
    guard i != j
    else { return }
    _elements.swapAt(i, j)
    guard !_table.isEmpty
    else { return }
    let atI = _hash(elements[i])
    let atJ = _hash(elements[j])
    // If words were moved in turn, those with equal hashes would be confused.
    guard IndexTable.tag(atI) != IndexTable.tag(atJ)
    else { return }
    _table.move(hash: atI, from: j, to: i)
    _table.move(hash: atJ, from: i, to: j)
  }

  /// Moves the member at one position to another, as removing and inserting it would.
  ///
  /// - Parameter target: the position that the member has afterwards.
  @inlinable
  public mutating func move(from source: Int, to target: Int) {
    insert(remove(at: source), at: target)
  }

  /// Reverses the order.
  @inlinable
  public mutating func reverse() {
    _elements.reverse()
    guard !_table.isEmpty
    else { return }
    let last = elements.count - 1
    _table.renumber(elements.indices.map { last - $0 })
  }

  /// Sorts the members by a predicate that returns whether its first argument precedes its second.
  /// The sort is stable.
  @inlinable
  public mutating func sort(
    by areInIncreasingOrder: (Element, Element) throws -> Bool
  ) rethrows {
    _arrange(try elements._order(sortedBy: areInIncreasingOrder))
  }

  /// Shuffles the members, with the system's random numbers.
  @inlinable
  public mutating func shuffle() {
    var generator = SystemRandomNumberGenerator()
    shuffle(using: &generator)
  }

  /// Shuffles the members.
  @inlinable
  public mutating func shuffle(using generator: inout some RandomNumberGenerator) {
    var order = Array(elements.indices)
    order.shuffle(using: &generator)
    _arrange(order)
  }

  /// Moves the members that satisfy the predicate after those that do not. Both groups keep their
  /// order.
  ///
  /// - Returns: the position of the first that satisfies the predicate, or the count.
  @inlinable
  public mutating func partition(
    by belongsInSecondPartition: (Element) throws -> Bool
  ) rethrows -> Int {
    let (order, pivot) = try elements._order(partitionedBy: belongsInSecondPartition)
    _arrange(order)
    return pivot
  }

  /// Reorders the members: the one at `order[i]` moves to `i`.
  @inlinable
  mutating func _arrange(_ order: [Int]) {
    _elements._arrange(order)
    guard !_table.isEmpty
    else { return }
    var positions = order
    for (new, old) in order.enumerated() { positions[old] = new }
    _table.renumber(positions)
  }
}

extension OrderedSet where Element: Comparable {
  /// Sorts the members in ascending order.
  @inlinable
  public mutating func sort() {
    sort(by: <)
  }
}

extension Array {
  /// The positions in the order in which a stable sort would put their elements.
  @inlinable
  func _order(sortedBy areInIncreasingOrder: (Element, Element) throws -> Bool) rethrows -> [Int] {
    try indices.sorted { try areInIncreasingOrder(self[$0], self[$1]) }
  }

  /// The positions of the elements that fail the predicate, then of those that satisfy it, and the
  /// start of the latter.
  @inlinable
  func _order(
    partitionedBy belongsInSecondPartition: (Element) throws -> Bool
  ) rethrows -> (order: [Int], pivot: Int) {
    var first: [Int] = []
    var second: [Int] = []
    for position in indices {
      if try belongsInSecondPartition(self[position]) {
        second.append(position)
      } else {
        first.append(position)
      }
    }
    return (first + second, first.count)
  }
}
