/// An array of observable states is another one when its structure is; what changes within an
/// element is noticed there.
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
