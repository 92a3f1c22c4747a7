extension OrderedSet {
  /// The members of this set in order, followed by new ones of the other.
  @inlinable
  public func union(_ other: some Sequence<Element>) -> Self {
    var result = self
    result.formUnion(other)
    return result
  }

  /// Adds the elements that are not members, at the end.
  @inlinable
  public mutating func formUnion(_ other: some Sequence<Element>) {
    append(contentsOf: other)
  }

  /// The members that are also elements of the other, in this set's order.
  @inlinable
  public func intersection(_ other: some Sequence<Element>) -> Self {
    let other = Self._set(other)
    return filter(other.contains)
  }

  /// Removes the members that are not in the other set.
  @inlinable
  public mutating func formIntersection(_ other: some Sequence<Element>) {
    let other = Self._set(other)
    removeAll { !other.contains($0) }
  }

  /// The members that are not in the other set, in order.
  @inlinable
  public func subtracting(_ other: some Sequence<Element>) -> Self {
    let other = Self._set(other)
    return filter { !other.contains($0) }
  }

  /// Removes the members that are also elements of the other.
  @inlinable
  public mutating func subtract(_ other: some Sequence<Element>) {
    let other = Self._set(other)
    removeAll(where: other.contains)
  }

  /// The members that are not in the other set, followed by its elements that are not in this one.
  @inlinable
  public func symmetricDifference(_ other: some Sequence<Element>) -> Self {
    let other = Self._set(other)
    return subtracting(other).union(other.subtracting(self))
  }

  /// Replaces the set by its symmetric difference with the other.
  @inlinable
  public mutating func formSymmetricDifference(_ other: some Sequence<Element>) {
    self = symmetricDifference(other)
  }

  /// Whether every member is in the other set.
  @inlinable
  public func isSubset(of other: some Sequence<Element>) -> Bool {
    let other = Self._set(other)
    return count <= other.count && allSatisfy(other.contains)
  }

  /// Whether every element of the other set is a member.
  @inlinable
  public func isSuperset(of other: some Sequence<Element>) -> Bool {
    other.allSatisfy(contains)
  }

  /// Whether every member is in the other set, which has more elements.
  @inlinable
  public func isStrictSubset(of other: some Sequence<Element>) -> Bool {
    let other = Self._set(other)
    return count < other.count && isSubset(of: other)
  }

  /// Whether every element of the other set is a member, and there are more members.
  @inlinable
  public func isStrictSuperset(of other: some Sequence<Element>) -> Bool {
    Self._set(other).isStrictSubset(of: self)
  }

  /// Whether no element of the other set is a member.
  @inlinable
  public func isDisjoint(with other: some Sequence<Element>) -> Bool {
    !other.contains(where: contains)
  }

  @inlinable
  static func _set<S: Sequence<Element>>(_ elements: S) -> Self {
    elements as? Self ?? Self(elements)
  }
}
