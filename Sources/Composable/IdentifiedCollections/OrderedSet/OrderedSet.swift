/// A set that keeps its members in the order in which they were added, with access by position.
///
/// Looking up a member, its position, or the member at a position takes constant time on average,
/// and so does appending. Inserting or removing in the middle shifts the following members, as in
/// an array. Two sets are equal if they have the same members in the same order. To ignore the
/// order, use `isSubset(of:)` and compare the counts.
///
/// `IdentifiedArray` keeps its ids in one of these.
public struct OrderedSet<Element: Hashable> {
  @usableFromInline var _elements: [Element]
  @usableFromInline var _table: IndexTable

  /// The members as an array, in order. Constant time.
  @inlinable public var elements: [Element] { _elements }

  /// Creates an empty set.
  @inlinable
  public init() {
    _elements = []
    _table = IndexTable()
  }

  /// Creates an empty set with room for `minimumCapacity` members.
  @inlinable
  public init(minimumCapacity: Int) {
    self.init()
    reserveCapacity(minimumCapacity)
  }

  /// Creates a set of the sequence's elements. Of equal elements the first is kept.
  @inlinable
  public init(_ elements: some Sequence<Element>) {
    self.init(minimumCapacity: elements.underestimatedCount)
    append(contentsOf: elements)
  }

  /// Creates a set of elements that are known to be different.
  ///
  /// Nothing is checked: equal elements make lookups find either.
  @inlinable
  public init(uncheckedUniqueElements elements: some Sequence<Element>) {
    _elements = Array(elements)
    _table = IndexTable()
    if self.elements.count > IndexTable.scanLimit { _hashAll(capacity: self.elements.count) }
  }

  /// Makes room for `minimumCapacity` members, so that adding them does not reallocate.
  @inlinable
  public mutating func reserveCapacity(_ minimumCapacity: Int) {
    _elements.reserveCapacity(minimumCapacity)
    if minimumCapacity > Swift.max(IndexTable.scanLimit, _table.limit) {
      _growTable(toFit: minimumCapacity)
    }
  }

  // MARK: - Lookup

  /// Whether the element is a member. Constant time on average.
  @inlinable
  public func contains(_ element: Element) -> Bool {
    firstIndex(of: element) != nil
  }

  /// The position of the element, `nil` if it is not a member. Constant time on average.
  @inlinable
  public func firstIndex(of element: Element) -> Int? {
    _table.isEmpty ? _scan(for: element) : _index(of: element, hash: _hash(element))
  }

  /// The position of the element; members are unique, so it is also the first.
  @inlinable
  public func lastIndex(of element: Element) -> Int? {
    firstIndex(of: element)
  }

  // MARK: - Table

  @inlinable
  func _hash(_ element: Element) -> Int {
    element.hashValue
  }

  @inlinable
  @inline(__always)
  func _index(of element: Element, hash: Int) -> Int? {
    elements.withUnsafeBufferPointer { elements in
      _table.position(hash: hash) { elements[$0] == element }
    }
  }

  @inlinable
  func _scan(for element: Element) -> Int? {
    elements.withUnsafeBufferPointer { elements in
      for position in elements.indices where elements[position] == element { return position }
      return nil
    }
  }

  /// Reserves capacity for `count` elements without hashing existing ones again.
  @inlinable
  mutating func _growTable(toFit count: Int) {
    if _table.isEmpty {
      _hashAll(capacity: count)
    } else {
      _table.rebuild(capacity: IndexTable.capacity(for: count)) { $0 }
    }
  }

  @inlinable
  mutating func _hashAll(capacity: Int) {
    precondition(capacity < UInt32.max, "An ordered set holds fewer than 2^32 - 1 members.")
    let places = IndexTable.capacity(for: Swift.max(capacity, elements.count))
    _table = IndexTable()
    _table.words = [UInt64](repeating: 0, count: places)
    for position in elements.indices {
      _table.insert(hash: _hash(elements[position]), position: position)
    }
  }

  /// Updates the table after an element was inserted at the index (`distance` is 1) or removed from
  /// it (-1). `elements` is already updated.
  ///
  /// All positions after the index move; moving all and moving those before the index back is
  /// equivalent. A few elements are looked up one by one. For many, iterating over the whole table
  /// is faster.
  @inlinable
  mutating func _shiftTable(around index: Int, by distance: Int) {
    let behind = Swift.max(index, index + distance)..<elements.count
    if behind.count <= index {
      _shift(behind, by: distance)
    } else {
      _table.shiftAll(by: distance)
      _shift(0..<index, by: -distance)
    }
  }

  /// Moves elements in the table by `distance` to the positions that they have in `elements`.
  @inlinable
  mutating func _shift(_ positions: Range<Int>, by distance: Int) {
    guard !positions.isEmpty
    else { return }
    let before = (positions.lowerBound - distance)..<(positions.upperBound - distance)
    guard positions.count <= _table.words.count / 64
    else { return _table.shift(before, by: distance) }
    // Positions overlap briefly unless the first one to move has a free target.
    if distance < 0 {
      for position in positions { _moveInTable(to: position, by: distance) }
    } else {
      for position in positions.reversed() { _moveInTable(to: position, by: distance) }
    }
  }

  @inlinable
  mutating func _moveInTable(to position: Int, by distance: Int) {
    _table.move(hash: _hash(elements[position]), from: position - distance, to: position)
  }
}

extension OrderedSet: Sendable where Element: Sendable {}
