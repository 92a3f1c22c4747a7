import Synchronization

// Whoever observes an array has to tell a change of the array (elements came, went, moved, or were
// replaced) from a change within an element. Comparing the ids would take longer the more elements
// there are, and copying them for that would make the next change copy the array.

extension IdentifiedArray {
  /// A number that changes with the array's structure: when elements are added, removed, moved or
  /// assigned, but not when one is changed in place. No two arrays that differ in structure have
  /// the same.
  package var _structure: UInt64 { _structureNumber }

  /// Counts what follows as a change of the structure.
  @inlinable
  package mutating func _renewStructure() {
    _structureNumber = _nextStructureNumber()
  }
}

@usableFromInline
func _nextStructureNumber() -> UInt64 {
  structureNumbers.wrappingAdd(1, ordering: .relaxed).newValue
}

private let structureNumbers = Atomic<UInt64>(0)
