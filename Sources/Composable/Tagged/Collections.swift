extension Tagged: Sequence where RawValue: Sequence {
  /// An iterator over the raw value.
  @inlinable
  public func makeIterator() -> RawValue.Iterator {
    rawValue.makeIterator()
  }

  /// A number that is at most that of the raw value's elements.
  @inlinable
  public var underestimatedCount: Int { rawValue.underestimatedCount }
}

extension Tagged: Collection where RawValue: Collection {
  /// The position of the raw value's first element.
  @inlinable
  public var startIndex: RawValue.Index { rawValue.startIndex }

  /// The position after the raw value's last element.
  @inlinable
  public var endIndex: RawValue.Index { rawValue.endIndex }

  /// The number of the raw value's elements.
  @inlinable
  public var count: Int { rawValue.count }

  /// Whether the raw value has no elements.
  @inlinable
  public var isEmpty: Bool { rawValue.isEmpty }

  /// The raw value's element at a position.
  @inlinable
  public subscript(position: RawValue.Index) -> RawValue.Element { rawValue[position] }

  /// The position after another.
  @inlinable
  public func index(after index: RawValue.Index) -> RawValue.Index {
    rawValue.index(after: index)
  }

  /// The position at a distance from another.
  @inlinable
  public func index(_ index: RawValue.Index, offsetBy distance: Int) -> RawValue.Index {
    rawValue.index(index, offsetBy: distance)
  }

  /// The position at a distance from another; `nil` if beyond the limit.
  @inlinable
  public func index(
    _ index: RawValue.Index, offsetBy distance: Int, limitedBy limit: RawValue.Index
  ) -> RawValue.Index? {
    rawValue.index(index, offsetBy: distance, limitedBy: limit)
  }

  /// The distance between two positions.
  @inlinable
  public func distance(from start: RawValue.Index, to end: RawValue.Index) -> Int {
    rawValue.distance(from: start, to: end)
  }
}

extension Tagged: BidirectionalCollection where RawValue: BidirectionalCollection {
  /// The position before another.
  @inlinable
  public func index(before index: RawValue.Index) -> RawValue.Index {
    rawValue.index(before: index)
  }
}

extension Tagged: RandomAccessCollection where RawValue: RandomAccessCollection {}
