/// An array of observable states is another one when its structure is; what changes within an
/// element is noticed there.
extension IdentifiedArray: _Identified where Element: _Identified {
  public var _$id: ObservableStateID {
    ObservableStateID(structure: _structure, lineage: _lineage)
  }

  public mutating func _$willModify() {
    _renewLineage()
  }

  public static var _$hasElements: Bool { true }
}
