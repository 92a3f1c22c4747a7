extension Tagged: Sequence where RawValue: Sequence {
  @inlinable
  public func makeIterator() -> RawValue.Iterator {
    rawValue.makeIterator()
  }

  @inlinable
  public var underestimatedCount: Int { rawValue.underestimatedCount }
}

extension Tagged: Collection where RawValue: Collection {
  @inlinable
  public var startIndex: RawValue.Index { rawValue.startIndex }

  @inlinable
  public var endIndex: RawValue.Index { rawValue.endIndex }

  @inlinable
  public var count: Int { rawValue.count }

  @inlinable
  public var isEmpty: Bool { rawValue.isEmpty }

  @inlinable
  public subscript(position: RawValue.Index) -> RawValue.Element { rawValue[position] }

  @inlinable
  public func index(after index: RawValue.Index) -> RawValue.Index {
    rawValue.index(after: index)
  }

  @inlinable
  public func index(_ index: RawValue.Index, offsetBy distance: Int) -> RawValue.Index {
    rawValue.index(index, offsetBy: distance)
  }

  @inlinable
  public func index(
    _ index: RawValue.Index, offsetBy distance: Int, limitedBy limit: RawValue.Index
  ) -> RawValue.Index? {
    rawValue.index(index, offsetBy: distance, limitedBy: limit)
  }

  @inlinable
  public func distance(from start: RawValue.Index, to end: RawValue.Index) -> Int {
    rawValue.distance(from: start, to: end)
  }
}

extension Tagged: BidirectionalCollection where RawValue: BidirectionalCollection {
  @inlinable
  public func index(before index: RawValue.Index) -> RawValue.Index {
    rawValue.index(before: index)
  }
}

extension Tagged: RandomAccessCollection where RawValue: RandomAccessCollection {}
