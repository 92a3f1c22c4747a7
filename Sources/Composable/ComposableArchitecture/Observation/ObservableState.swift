/// A value whose replacement can be distinguished from a change within it.
///
/// Optionals, identified arrays, and navigation types have an identity if their elements have one.
public protocol _Identified {
  /// Distinguishes this value from others assigned in its place.
  var _$id: ObservableStateID { get }

  /// Gives the value a fresh ``_$id``, before it is handed out for modification: a copy that was
  /// taken before then counts as another value.
  mutating func _$willModify()

  /// Whether the value is a collection whose elements are observed separately.
  static var _$hasElements: Bool { get }
}

extension _Identified {
  /// Most values are not collections.
  public static var _$hasElements: Bool { false }
}

/// State whose changes are noticed property by property. The `@ObservableState` macro writes the
/// conformance.
public protocol ObservableState: Observable, _Identified {
  /// The storage of the observed properties.
  static var _$properties: [_ObservedProperty<Self>] { get }
}

extension ObservableState {
  /// No properties: an enum has cases instead.
  public static var _$properties: [_ObservedProperty<Self>] { [] }
}

extension Optional: _Identified where Wrapped: _Identified {
  /// The identity of the wrapped value; all values that are `nil` have the same.
  public var _$id: ObservableStateID {
    self?._$id ?? ._$inert
  }

  /// Gives the wrapped value a fresh identity, if any.
  public mutating func _$willModify() {
    self?._$willModify()
  }

  /// Whether the wrapped value is a collection whose elements are observed.
  public static var _$hasElements: Bool { Wrapped._$hasElements }
}
