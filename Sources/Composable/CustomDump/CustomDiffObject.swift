/// A reference that remembers what it held before, so that two readings of one and the same
/// reference can be compared.
///
/// A plain comparison of a reference with itself finds nothing. When both sides of a ``diff`` are
/// the same object, the two values given here are compared in their place. A dump shows the second
/// value after a mark such as `#1`, so that a reader can tell which parts are the same reference.
public protocol _CustomDiffObject {
  /// The value before, and the value now.
  var _customDiffValues: (Any, Any) { get }

  /// Identifies the reference.
  var _objectIdentifier: ObjectIdentifier { get }
}

extension _CustomDiffObject where Self: AnyObject {
  /// The object's own identity.
  public var _objectIdentifier: ObjectIdentifier { ObjectIdentifier(self) }
}
