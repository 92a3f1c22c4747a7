// In-place changes through `subscript(id:)`.
//
// The subscript has to yield an `Element?`, but the array stores an `Element`. Converting it means
// moving the element out and back, into the accessor's frame, which the compiler allocates on the
// heap if it exceeds a few words. But if a type has a spare bit pattern for `nil` (a type with a
// reference, a string, an array, a `Bool`, or an enum), the ABI guarantees that an optional has the
// same layout and that a value has the same bits. Equal sizes identify such types. Their elements
// are lent in place. Others are moved to a separate cell, and back.

extension IdentifiedArray {
  /// The cell for an element that is not lent in place, or that may be added.
  @usableFromInline
  struct _Loan {
    // First, so that a pointer to the cell is one to the element.
    @usableFromInline var element: Element?
    @usableFromInline let id: ID

    @inlinable
    init(element: consuming Element?, id: ID) {
      self.element = element
      self.id = id
    }
  }

  /// Whether an element of the array is lent in place.
  ///
  /// A single element is not: if it were removed, nothing could replace it.
  @inlinable var _lendsInPlace: Bool {
    MemoryLayout<Element?>.size == MemoryLayout<Element>.size && _elements.count > 1
  }

  /// Lends the element at the index, or room for a new one if the index is negative. Every other
  /// access to the array has to wait until `_takeBack` has been called with the same index.
  @inlinable
  @inline(__always)
  mutating func _lend(at index: Int, id: ID) -> UnsafeMutablePointer<Element?> {
    guard index >= 0, _lendsInPlace
    else { return _lendCell(at: index, id: id) }
    return _elements.withUnsafeMutableBufferPointer { elements in
      UnsafeMutableRawPointer(elements.baseAddress.unsafelyUnwrapped + index)
        .bindMemory(to: Element?.self, capacity: 1)
    }
  }

  @inlinable
  @inline(__always)
  mutating func _takeBack(
    _ lent: UnsafeMutablePointer<Element?>, at index: Int, _ site: @autoclosure () -> CallerSite
  ) {
    guard index >= 0, _lendsInPlace
    else { return _takeBackCell(lent, at: index, site) }
    let isPresent = lent.pointee != nil
    UnsafeMutableRawPointer(lent).bindMemory(to: Element.self, capacity: 1)
    if isPresent { _settleID(at: index, site()) } else { _closeGap(at: index) }
  }

  @inlinable
  mutating func _lendCell(at index: Int, id: ID) -> UnsafeMutablePointer<Element?> {
    var element: Element? = nil
    if index >= 0 {
      element =
        _elements.count == 1
        ? _elements.removeLast()
        : _elements.withUnsafeMutableBufferPointer { $0.moveElement(from: index) }
    }
    let loan = UnsafeMutablePointer<_Loan>.allocate(capacity: 1)
    loan.initialize(to: _Loan(element: element, id: id))
    return UnsafeMutableRawPointer(loan).assumingMemoryBound(to: Element?.self)
  }

  @inlinable
  mutating func _takeBackCell(
    _ lent: UnsafeMutablePointer<Element?>, at index: Int, _ site: () -> CallerSite
  ) {
    let cell = UnsafeMutableRawPointer(lent).assumingMemoryBound(to: _Loan.self)
    let loan = cell.move()
    cell.deallocate()
    guard let element = loan.element
    else {
      if index >= 0 { _closeGap(at: index) }
      return
    }
    if index < 0 {
      return _add(element, under: loan.id, site)
    }
    if _elements.isEmpty {
      _elements.append(element)
    } else {
      _elements.withUnsafeMutableBufferPointer { $0.initializeElement(at: index, to: element) }
    }
    _settleID(at: index, site())
  }

  /// Removes the id and the slot of an element that was removed.
  @inlinable
  mutating func _closeGap(at index: Int) {
    _renewStructure(isRecorded: true)
    if !_elements.isEmpty {
      // A neighbor fills the slot of the removed element.
      _elements.withUnsafeMutableBufferPointer { elements in
        elements.initializeElement(at: index, to: elements[index == 0 ? 1 : index - 1])
      }
      _elements.remove(at: index)
    }
    _ids.remove(at: index)
  }
}
