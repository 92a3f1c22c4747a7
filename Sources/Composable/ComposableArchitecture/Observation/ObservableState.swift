/// A value whose replacement by another one can be told from a change within it.
///
/// Optionals, identified arrays and the navigation's types have identities where what they hold
/// has.
public protocol _Identified {
  /// Tells this value from other ones that were assigned in its place.
  var _$id: ObservableStateID { get }

  /// Gives the value a fresh ``_$id``, before it is handed out for modification: a copy that was
  /// taken before then counts as another value.
  mutating func _$willModify()

  /// Whether the value is a collection, in which each element is observed on its own.
  static var _$hasElements: Bool { get }
}

extension _Identified {
  public static var _$hasElements: Bool { false }
}

/// State whose changes are noticed property by property. The `@ObservableState` macro writes the
/// conformance.
public protocol ObservableState: Observable, _Identified {
  /// Where the observed properties are stored.
  static var _$properties: [_ObservedProperty<Self>] { get }
}

extension ObservableState {
  public static var _$properties: [_ObservedProperty<Self>] { [] }
}

extension Optional: _Identified where Wrapped: _Identified {
  public var _$id: ObservableStateID {
    self?._$id ?? ._$inert
  }

  public mutating func _$willModify() {
    self?._$willModify()
  }

  public static var _$hasElements: Bool { Wrapped._$hasElements }
}
