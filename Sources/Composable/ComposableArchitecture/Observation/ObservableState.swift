/// State whose changes are noticed property by property. The `@ObservableState` macro writes the
/// conformance.
public protocol ObservableState: Observable {
  /// Tells this value from other ones that were assigned in its place.
  var _$id: ObservableStateID { get }

  /// Gives the value a fresh ``_$id``, before it is handed out for modification.
  mutating func _$willModify()

  /// Where the observed properties are stored.
  static var _$properties: [_ObservedProperty<Self>] { get }
}

extension ObservableState {
  public static var _$properties: [_ObservedProperty<Self>] { [] }
}
