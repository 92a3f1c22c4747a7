import Synchronization

// Observers must distinguish changes of an array (elements added, removed, or moved) from changes
// within an element. Comparing ids would take longer for larger arrays, and keeping a copy of the
// ids would make the next change copy the array.

extension IdentifiedArray {
  /// A number that changes with the array's structure: when elements are added, removed, moved or
  /// assigned, but not when one is changed in place. No two arrays that differ in structure have
  /// the same.
  @inlinable package var _structure: UInt64 { _structureNumber }

  /// Changes when elements are assigned. While it is equal, an element with the same id is the same
  /// value, changed in place at most.
  @inlinable package var _lineage: UInt64 { _lineageNumber }

  /// Counts later changes as changes of the structure.
  ///
  /// - Parameter isRecorded: Whether changed, removed and added elements are noted.
  @inlinable
  mutating func _renewStructure(isRecorded: Bool = false) {
    _structureNumber = _nextStructureNumber()
    if !isRecorded { _recordingNumber = 0 }
  }

  /// Counts later changes as assignments of elements.
  ///
  /// - Parameter isRecorded: Whether changed, removed and added elements are noted.
  @inlinable
  package mutating func _renewLineage(isRecorded: Bool = false) {
    _renewStructure(isRecorded: isRecorded)
    _lineageNumber = _structureNumber
  }
}

@usableFromInline
func _nextStructureNumber() -> UInt64 {
  structureNumbers.wrappingAdd(1, ordering: .relaxed).newValue
}

private let structureNumbers = Atomic<UInt64>(0)
