import Synchronization

// An observer of an array has to tell a change of the array (elements came, went or moved) from
// one within an element. Comparing the ids would take longer the more elements there are, and
// keeping them for that would make the next change copy the array.

extension IdentifiedArray {
  /// A number that changes with the array's structure: when elements are added, removed, moved or
  /// assigned, but not when one is changed in place. No two arrays that differ in structure have
  /// the same.
  @inlinable package var _structure: UInt64 { _structureNumber }

  /// A number that changes when elements are assigned. As long as it is the same, an element with
  /// some id is the same value as before, and has changed in place only.
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
