extension OrderedSet {
  /// Adds the element at the end, unless it is a member.
  ///
  /// - Returns: whether it was added, and its position.
  @inlinable
  @discardableResult
  public mutating func append(_ element: Element) -> (inserted: Bool, index: Int) {
    let end = elements.count
    if _table.isEmpty {
      if let index = _scan(for: element) { return (false, index) }
      _elements.append(element)
      if elements.count > IndexTable.scanLimit { _hashAll(capacity: elements.count) }
      return (true, end)
    }
    let hash = _hash(element)
    if let index = _index(of: element, hash: hash) { return (false, index) }
    if end >= _table.limit { _growTable(toFit: end + 1) }
    _table.insert(hash: hash, position: end)
    _elements.append(element)
    return (true, end)
  }

  /// Adds the elements at the end, in order, each unless it is a member by then.
  @inlinable
  public mutating func append(contentsOf elements: some Sequence<Element>) {
    for element in elements { append(element) }
  }

  /// Inserts the element at the position, unless it is a member.
  ///
  /// - Returns: whether it was inserted, and its position.
  @inlinable
  @discardableResult
  public mutating func insert(
    _ element: Element, at index: Int
  ) -> (inserted: Bool, index: Int) {
    if index == elements.count { return append(element) }
    if let index = firstIndex(of: element) { return (false, index) }
    _elements.insert(element, at: index)
    if _table.isEmpty {
      if elements.count > IndexTable.scanLimit { _hashAll(capacity: elements.count) }
    } else {
      if elements.count > _table.limit { _growTable(toFit: elements.count) }
      _shiftTable(around: index, by: 1)
      _table.insert(hash: _hash(element), position: index)
    }
    return (true, index)
  }

  /// Replaces the member that equals the element, or adds the element at the end.
  ///
  /// - Returns: the member that was replaced, `nil` if the element was added.
  @inlinable
  @discardableResult
  public mutating func updateOrAppend(_ element: Element) -> Element? {
    let (inserted, index) = append(element)
    return inserted ? nil : _exchange(element, at: index)
  }

  /// Replaces the member that equals the element, or inserts the element at the position.
  ///
  /// - Returns: the replaced member, `nil` if the element was inserted; and its position.
  @inlinable
  @discardableResult
  public mutating func updateOrInsert(
    _ element: Element, at index: Int
  ) -> (originalMember: Element?, index: Int) {
    let (inserted, index) = insert(element, at: index)
    return (inserted ? nil : _exchange(element, at: index), index)
  }

  /// Replaces the member at the position by an equal one.
  ///
  /// An element that does not equal the member there is reported as an issue, and the set stays
  /// as it was.
  ///
  /// - Returns: the member that was replaced.
  @inlinable
  @discardableResult
  public mutating func update(_ element: Element, at index: Int) -> Element {
    guard elements[index] == element
    else {
      _reportUnequalUpdate(of: elements[index], with: element, at: index)
      return elements[index]
    }
    return _exchange(element, at: index)
  }

  @usableFromInline
  func _reportUnequalUpdate(of member: Element, with element: Element, at index: Int) {
    Issue.unequalUpdate(of: member, with: element, position: index)
  }

  @inlinable
  mutating func _exchange(_ element: Element, at index: Int) -> Element {
    let original = elements[index]
    _elements[index] = element
    return original
  }

  /// Puts a different element at the position, unless it is a member already.
  @inlinable
  mutating func _replace(at index: Int, with element: Element) -> Bool {
    guard !contains(element)
    else { return false }
    if !_table.isEmpty {
      _table.remove(hash: _hash(elements[index]), position: index)
      _table.insert(hash: _hash(element), position: index)
    }
    _elements[index] = element
    return true
  }
}
