extension PresentationState: _Identified where State: _Identified {
  /// The identity of the child; a child without an id has the same identity in all presentations.
  public var _$id: ObservableStateID {
    box?.state?.currentID() ?? ._$inert
  }

  /// Gives the child a fresh identity, if present.
  public mutating func _$willModify() {
    guard box != nil
    else { return }
    if !isKnownUniquelyReferenced(&box) { copyBox() }
    box?.state?._$willModify()
  }
}

extension _Identified {
  /// The identity, read from the value in place; a property of an optional's value would read a
  /// copy.
  fileprivate mutating func currentID() -> ObservableStateID { _$id }
}

/// The identity of a stack of observable states changes with its structure. Elements observe their
/// own changes.
extension StackState: _Identified where Element: _Identified {
  /// Changes with the structure of the stack, and when elements are replaced.
  public var _$id: ObservableStateID {
    ObservableStateID(structure: structure, lineage: lineage)
  }

  /// Treats all elements as replaced.
  public mutating func _$willModify() {
    noteReplacement()
  }

  /// A stack's elements are observed each on its own.
  public static var _$hasElements: Bool { true }

  /// The element with an id, or `nil` if no element has it.
  ///
  /// Assigning `nil` removes the element. An id that is not on the stack cannot be assigned to: ids
  /// are given by the stack. That is reported as an issue, and changes nothing.
  public subscript(id id: StackElementID) -> Element? {
    get { element(id) }
    set { assign(newValue, to: id) }
    _modify {
      guard let index = ids.firstIndex(of: id)
      else {
        var missing: Element?
        yield &missing
        assign(missing, to: id)
        return
      }
      storage[index]?._$willModify()
      let before = storage[index]?._$id
      defer {
        if storage[index] == nil {
          closeGap(at: index)
        } else if storage[index]?._$id != before {
          noteReplacement()
        }
      }
      yield &storage[index]
    }
  }

  /// The element at a position, the first that was pushed at 0.
  ///
  /// An assigned element replaces the one with the same id.
  public subscript(position: Int) -> Element {
    _read { yield storage[position].unsafelyUnwrapped }
    set {
      storage[position] = newValue
      noteReplacement()
    }
    _modify {
      storage[position]?._$willModify()
      let before = storage[position]?._$id
      defer { if storage[position]?._$id != before { noteReplacement() } }
      yield &storage[position]!
    }
  }
}
