extension IdentifiedArray {
  /// Makes room for `minimumCapacity` elements, so that adding them does not reallocate.
  @inlinable
  public mutating func reserveCapacity(_ minimumCapacity: Int) {
    _ids.reserveCapacity(minimumCapacity)
    _elements.reserveCapacity(minimumCapacity)
  }

  /// Adds the element at the end, unless its id is taken.
  ///
  /// - Returns: whether it was added, and the position of the element that has the id now.
  @inlinable
  @discardableResult
  public mutating func append(_ element: Element) -> (inserted: Bool, index: Int) {
    let id = _id(element)
    let result = _ids.append(id)
    if result.inserted {
      _willAdd(id)
      _elements.append(element)
      _renewStructure(isRecorded: true)
    }
    return result
  }

  /// Adds the elements at the end, in order, each unless its id is taken by then.
  ///
  /// To replace the elements whose ids are taken, call `updateOrAppend(_:)` for each.
  @inlinable
  public mutating func append(contentsOf newElements: some Sequence<Element>) {
    for element in newElements { append(element) }
  }

  /// Inserts the element at the position, unless its id is taken.
  ///
  /// - Returns: whether it was inserted, and the position of the element that has the id now.
  @inlinable
  @discardableResult
  public mutating func insert(
    _ element: Element, at index: Int
  ) -> (inserted: Bool, index: Int) {
    let id = _id(element)
    let result = _ids.insert(id, at: index)
    if result.inserted {
      _willAdd(id)
      _elements.insert(element, at: index)
      _renewStructure(isRecorded: true)
    }
    return result
  }

  /// Replaces the element that has the same id, at its position, or adds the element at the end.
  ///
  /// - Returns: the element that was replaced, `nil` if the new one was added.
  @inlinable
  @discardableResult
  public mutating func updateOrAppend(_ element: Element) -> Element? {
    let (inserted, index) = append(element)
    return inserted ? nil : _exchange(element, at: index)
  }

  /// Replaces the element that has the same id, at its position, or inserts the element at the
  /// given one.
  ///
  /// - Returns: the replaced element, `nil` if the new one was inserted; and the position of the
  ///   new one.
  @inlinable
  @discardableResult
  public mutating func updateOrInsert(
    _ element: Element, at index: Int
  ) -> (originalMember: Element?, index: Int) {
    let (inserted, index) = insert(element, at: index)
    return (inserted ? nil : _exchange(element, at: index), index)
  }

  /// Replaces the element at the position by one with the same id.
  ///
  /// An element with another id is reported as an issue, and the array stays unchanged.
  ///
  /// - Parameters:
  ///   - element: the new element.
  ///   - index: the position.
  ///   - fileID: the file of the issue.
  ///   - filePath: the path of that file.
  ///   - line: the line of the issue.
  ///   - column: the column of the issue.
  /// - Returns: the element that was replaced.
  @inlinable
  @discardableResult
  public mutating func update(
    _ element: Element, at index: Int, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Element {
    guard _id(element) == _ids[index]
    else {
      _reportUpdate(with: element, at: index, CallerSite(fileID, filePath, line, column))
      return _elements[index]
    }
    return _exchange(element, at: index)
  }

  @inlinable
  mutating func _exchange(_ element: Element, at index: Int) -> Element {
    _willChange(at: index)
    let original = _elements[index]
    _elements[index] = element
    _renewLineage(isRecorded: true)
    return original
  }

  @usableFromInline
  func _reportUpdate(with element: Element, at index: Int, _ site: CallerSite) {
    Issue.wrongUpdate(
      Element.self, id: _ids[index], own: _id(element), position: index, at: site)
  }
}
