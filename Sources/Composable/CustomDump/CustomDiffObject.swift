/// A reference that stores a former value, so that two readings of the same reference can be
/// compared.
///
/// Comparing a reference with itself finds no difference. If both sides of a ``diff`` are the same
/// object, its two values are compared instead. A dump shows the second value after a mark such as
/// `#1`, which identifies the reference.
public protocol _CustomDiffObject {
  /// The value before, and the value now.
  var _customDiffValues: (Any, Any) { get }

  /// The type to name instead of that of the values, or `nil`, the default.
  var _customDiffType: Any.Type? { get }

  /// Identifies the reference.
  var _objectIdentifier: ObjectIdentifier { get }
}

extension _CustomDiffObject {
  /// The type of the values is named.
  public var _customDiffType: Any.Type? { nil }
}

extension _CustomDiffObject where Self: AnyObject {
  /// The object's own identity.
  public var _objectIdentifier: ObjectIdentifier { ObjectIdentifier(self) }
}
