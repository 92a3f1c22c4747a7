// Each subscript is declared twice: with the caller's place for issues, and without default
// arguments, which a protocol's requirement can't have.

extension IdentifiedArray {
  /// The element at the position.
  ///
  /// Assigning an element replaces the one that is there, whatever its id. If another position has
  /// an element with the id of the new one, the two positions exchange their elements first.
  ///
  /// Changing an element happens in place. If its id changes, that is reported as an issue: see the
  /// description of the type for what follows.
  @inlinable
  public subscript(
    position: Int, fileID fileID: _CallerFile = #fileID,
    filePath filePath: _CallerFile = #filePath, line line: _CallerLine = #line,
    column column: _CallerLine = #column
  ) -> Element {
    _read { yield _elements[position] }
    set { _assign(newValue, at: position) }
    _modify {
      _willChange(at: position)
      defer { _settleID(at: position, CallerSite(fileID, filePath, line, column)) }
      yield &_elements[position]
    }
  }

  /// The element at the position.
  @_disfavoredOverload
  @inlinable
  public subscript(position: Int) -> Element {
    _read { yield _elements[position] }
    set { _assign(newValue, at: position) }
    _modify {
      _willChange(at: position)
      defer { _settleID(at: position, .unknown) }
      yield &_elements[position]
    }
  }

  /// The element with the id.
  ///
  /// - Assigning `nil` removes the element.
  /// - Assigning an element replaces the one that has the id, at its position, or appends it.
  /// - Assigning an element with another id than that of the subscript is reported as an issue. If
  ///   there was an element with the subscript's id, the new one is assigned to its position; if
  ///   there was none, the new element is appended under its own id.
  ///
  /// Changing a property of the element through the subscript happens in place: neither the array
  /// nor the element is copied.
  @inlinable
  public subscript(
    id id: ID, fileID fileID: _CallerFile = #fileID, filePath filePath: _CallerFile = #filePath,
    line line: _CallerLine = #line, column column: _CallerLine = #column
  ) -> Element? {
    @inline(__always)
    get { _element(id) }
    set { _assign(newValue, under: id, CallerSite(fileID, filePath, line, column)) }
    _modify {
      let index = _ids.firstIndex(of: id) ?? -1
      _willChange(at: index)
      let lent = _lend(at: index, id: id)
      defer { _takeBack(lent, at: index, CallerSite(fileID, filePath, line, column)) }
      yield &lent.pointee
    }
  }

  /// The element with the id.
  @_disfavoredOverload
  @inlinable
  public subscript(id id: ID) -> Element? {
    @inline(__always)
    get { _element(id) }
    set { _assign(newValue, under: id, .unknown) }
    _modify {
      let index = _ids.firstIndex(of: id) ?? -1
      _willChange(at: index)
      let lent = _lend(at: index, id: id)
      defer { _takeBack(lent, at: index, .unknown) }
      yield &lent.pointee
    }
  }

  @inlinable
  @inline(__always)
  func _element(_ id: ID) -> Element? {
    guard let index = _ids.firstIndex(of: id)
    else { return nil }
    return _elements[index]
  }

  // MARK: - Assignment

  @inlinable
  mutating func _assign(_ element: Element, at position: Int) {
    if _id(element) != _ids._elements[position] { _give(position, to: _id(element)) }
    _willChange(at: position)
    _elements[position] = element
    _renewLineage(isRecorded: true)
  }

  /// Makes a position that of an id, whose element is about to be assigned.
  @usableFromInline
  mutating func _give(_ position: Int, to id: ID) {
    if let other = _ids.firstIndex(of: id) { return swapAt(position, other) }
    _willChange(at: position)
    _willAdd(id)
    _ = _ids._replace(at: position, with: id)
  }

  @inlinable
  mutating func _assign(
    _ element: Element?, under id: ID, _ site: @autoclosure () -> CallerSite
  ) {
    guard let index = _ids.firstIndex(of: id)
    else {
      guard let element
      else { return }
      _add(element, under: id, site)
      return _renewLineage(isRecorded: true)
    }
    guard let element
    else {
      remove(at: index)
      return _renewLineage(isRecorded: true)
    }
    if _id(element) != id { _reportAssignment(of: element, under: id, at: index, site()) }
    _assign(element, at: index)
  }

  @usableFromInline
  func _reportAssignment(of element: Element, under id: ID, at index: Int, _ site: CallerSite) {
    let own = _id(element)
    Issue.wrongID(
      Element.self, id: id, own: own, position: index, other: _ids.firstIndex(of: own), at: site)
  }

  @inlinable
  mutating func _add(_ element: Element, under id: ID, _ site: () -> CallerSite) {
    let (inserted, _) = append(element)
    if _id(element) != id {
      _reportAddition(of: element, under: id, isAppended: inserted, site())
    }
  }

  @usableFromInline
  func _reportAddition(
    of element: Element, under id: ID, isAppended: Bool, _ site: CallerSite
  ) {
    Issue.missingID(
      Element.self, id: id, own: _id(element), isAppended: isAppended, at: site)
  }

  // MARK: - Changed ids

  /// Corrects the index after a change of the element's id.
  @inlinable
  @inline(__always)
  mutating func _settleID(at index: Int, _ site: @autoclosure () -> CallerSite) {
    if _id(_elements[index]) != _ids._elements[index] { _adoptChangedID(at: index, site()) }
  }

  @usableFromInline
  mutating func _adoptChangedID(at index: Int, _ site: CallerSite) {
    _renewStructure()
    let old = _ids[index]
    let new = _id(_elements[index])
    if let other = _ids.firstIndex(of: new) {
      // Two elements whose ids were exchanged in place, one after the other.
      if _id(_elements[other]) == old { return _ids.swapAt(index, other) }
      Issue.idTaken(Element.self, old: old, new: new, position: index, other: other, at: site)
    } else {
      _ = _ids._replace(at: index, with: new)
      Issue.idChanged(Element.self, old: old, new: new, position: index, at: site)
    }
  }
}
