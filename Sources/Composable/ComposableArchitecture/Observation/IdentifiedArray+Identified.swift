/// The identity of an array of observable states changes with its structure. Elements observe their
/// own changes.
extension IdentifiedArray: _Identified where Element: _Identified {
  /// Changes with the structure of the array, and when elements are replaced.
  public var _$id: ObservableStateID {
    ObservableStateID(structure: _structure, lineage: _lineage)
  }

  /// Treats all elements as replaced.
  public mutating func _$willModify() {
    _renewLineage()
  }

  /// An array's elements are observed each on its own.
  public static var _$hasElements: Bool { true }
}
