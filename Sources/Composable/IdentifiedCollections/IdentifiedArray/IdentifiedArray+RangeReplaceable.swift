extension IdentifiedArray: RangeReplaceableCollection
where Element: Identifiable, ID == Element.ID {
  /// Creates an array of elements whose ids are different from one another.
  ///
  /// Of elements with the same id the first is kept; the others are reported as an issue.
  @inlinable
  public init(_ elements: some Sequence<Element>) {
    self.init()
    _appendUnique(elements, in: "'init(_:)'")
  }

  /// Replaces the elements in the range. A new element is skipped if its id belongs to an element
  /// that stays or to an earlier new element.
  @inlinable
  public mutating func replaceSubrange(
    _ subrange: Range<Int>, with newElements: some Collection<Element>
  ) {
    removeSubrange(subrange)
    guard subrange.lowerBound < _elements.count
    else { return append(contentsOf: newElements) }
    guard newElements.count > 1
    else {
      for element in newElements { insert(element, at: subrange.lowerBound) }
      return
    }
    // The elements after the range are moved once, not for each new element.
    let suffix = _elements[subrange.lowerBound...]
    let ids = _ids
    removeSubrange(subrange.lowerBound...)
    for element in newElements where !ids.contains(_id(element)) { append(element) }
    append(contentsOf: suffix)
  }
}
